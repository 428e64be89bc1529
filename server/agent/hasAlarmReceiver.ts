import * as z from 'zod';

const Stored = z.looseObject({
  alarms: z.looseObject({ receivers: z.record(z.string(), z.unknown()) }),
});
const SwitchedOff = z.looseObject({ on: z.literal(false) });

/** Whether somebody is to be told of alarms. @param stored the agent's global metadata */
export function hasAlarmReceiver(stored: unknown): boolean {
  const { alarms } = Stored.safeParse(stored).data ?? {};
  return Object.values(alarms?.receivers ?? {}).some((choice) => !SwitchedOff.safeParse(choice).success);
}
