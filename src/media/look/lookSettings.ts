import * as z from 'zod/mini';

const LOOK_SECONDS = { least: 10, most: 600, usual: 30 };

export interface LookSettings {
  on: boolean;
  /** Between two looks. */
  everySeconds: number;
}

export const USUAL_LOOKS: LookSettings = { on: false, everySeconds: LOOK_SECONDS.usual };

const isInterval = (seconds: number) =>
  Number.isInteger(seconds) && seconds >= LOOK_SECONDS.least && seconds <= LOOK_SECONDS.most;

const Stored = z.looseObject({
  version: z.literal(1),
  look: z.looseObject({
    on: z.catch(z.boolean(), USUAL_LOOKS.on),
    everySeconds: z.catch(z.number().check(z.refine(isInterval)), USUAL_LOOKS.everySeconds),
  }),
});

/** Reads the global metadata of `agentKey`. Settings of a newer version count as off. */
export function parseLookSettings(stored: unknown): LookSettings {
  const { look } = Stored.safeParse(stored).data ?? {};
  return look ? { on: look.on, everySeconds: look.everySeconds } : USUAL_LOOKS;
}

/** Keeps keys of other programs. */
export function storeLookSettings(before: unknown, { on }: Pick<LookSettings, 'on'>): object {
  const stored = keysOf(before);
  return { ...stored, version: 1, look: { ...keysOf(stored.look), on } };
}

const keysOf = (stored: unknown): Readonly<Record<string, unknown>> => z.looseObject({}).safeParse(stored).data ?? {};
