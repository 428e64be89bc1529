import { readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import * as z from 'zod/mini';
import { createAlarmDesk } from '../../../agent/alarms/alarmDesk.ts';
import { createAlarmDisk } from '../../../agent/alarms/alarmDisk.ts';
import type { AlarmChange } from '../../../agent/alarms/alarmStore.ts';
import { readAddressRules } from '../../../agent/receivers/addressRules.ts';
import { deliver } from '../../../agent/receivers/deliver.ts';
import { createStoreThread } from '../../../agent/storeThread.ts';
import { type AlarmLook, lookAtCore } from '../../../src/media/incident/alarmLooks.ts';

export const DEATHS = [
  /** An incident has fired or ended, but is not stored. */
  'judged',
  /** A message was created, but is not stored. */
  'decided',
  'storing',
  'stored',
  'sending',
  'sent',
  'confirming',
  'confirmed',
] as const;

export const DeskOrder = z.object({
  folder: z.string(),
  /** Seconds of the fake wall clock. */
  from: z.number(),
  to: z.number(),
  death: z.nullable(z.object({ at: z.enum(DEATHS), nth: z.number() })),
  /** The second at which it waits for input. */
  pauseAt: z.nullable(z.number()),
});
export type DeskOrder = z.infer<typeof DeskOrder>;

const DOWN: Readonly<Record<string, readonly [from: number, to: number]>> = { Hall: [40, 120], Stage: [160, 240] };

const lookAt = (name: string, second: number): AlarmLook => {
  const [from, to] = DOWN[name] ?? [0, 0];
  const isDown = second >= from && second < to;
  const statement = { fault: 'source', sentences: [{ text: 'No data.', values: {} }], since: null } as const;
  return {
    ...{ rule: 'channel-down', channel: name, publication: null, names: { channel: name, publication: '' } },
    condition: isDown ? { status: 'bad', statement } : { status: 'good' },
  };
};

/** Runs real alarms on a fake clock. Each step prints its line synchronously before the next one. */
async function runDesk({ folder, from, to, death, pauseAt }: DeskOrder) {
  const print = (line: string) => void writeSync(1, `${line}\n`);
  const counts = new Map<string, number>();
  const pass = (step: string) => {
    const nth = counts.get(step) ?? 0;
    counts.set(step, nth + 1);
    if (death?.at !== step || death.nth !== nth) return;
    print('ready to die');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };
  let busy = 0;
  const watched = async <T>(act: () => Promise<T>): Promise<T> => {
    busy++;
    return act().finally(() => busy--);
  };

  const program = join(import.meta.dirname, '../../../agent/main.ts');
  const thread = createStoreThread({ folder, agent: program, megabytes: 20, onSetAside: () => print('set aside') });
  const disk = createAlarmDisk(thread);
  async function save(change: AlarmChange) {
    const isNews = change.rows.some(({ state, tries }) => state === 'waiting' && tries === 0);
    const delivered = change.rows.filter(({ state }) => state === 'delivered').map(({ id }) => id);
    if (change.incidents.length > 0 && change.rows.length === 0) pass('judged');
    if (isNews) pass('decided');
    const saved = disk.save(change);
    if (isNews) pass('storing');
    if (delivered.length > 0) pass('confirming');
    await saved;
    for (const id of delivered) print(`confirmed ${id}`);
    if (isNews) pass('stored');
    if (delivered.length > 0) pass('confirmed');
  }

  let second = from;
  const startedAt = from;
  const desk = createAlarmDesk({
    core: { metadataAll: async () => ({}) },
    ...{ program, disk: { ...disk, save: (change: AlarmChange) => watched(() => save(change)) } },
    rules: readAddressRules({ SLUICE_AGENT_ALLOW: '127.0.0.1' }, []),
    ...{ isActing: () => true, random: () => 0.5 },
    // Each run has its own monotonic clock.
    now: () => ({ seconds: second - startedAt, wall: 1e12 + second * 1000 }),
    look: () => ({
      looks: [lookAtCore('alive'), ...Object.keys(DOWN).map((name) => lookAt(name, second))],
      revisions: {},
    }),
    tell: ({ event }) => print(event),
    send: (receiver, message, surroundings) =>
      watched(async () => {
        pass('sending');
        const delivery = await deliver(receiver, message, surroundings);
        pass('sent');
        return delivery;
      }),
  });
  for (; second < to; second += 2) {
    print(`at ${second}`);
    if (second === pauseAt) readSync(0, Buffer.alloc(1));
    await desk.step();
    do await turn();
    while (busy > 0);
  }
}

const [, program, order] = process.argv;
if (program === import.meta.filename && order !== undefined) {
  await runDesk(DeskOrder.parse(JSON.parse(order)));
  // The thread would keep the process alive.
  process.exit(0);
}
