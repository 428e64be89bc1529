import { expect, it } from 'vitest';
import { backupId, egressId, holdOrderFile, ingestId, renditionId, snapshotId } from '../src/api/processIds.ts';
import type { ControlOrder } from '../src/media/schedule/controlOrder.ts';
import { createOrders, IS_STOPPED } from './orders.ts';
import { createFakeCore } from './testing.ts';

const uuid = (n: number) => `11111111-2222-3333-4444-${String(n).padStart(12, '0')}`;
const [A, B] = [uuid(1), uuid(2)];
const [P, P2, Q] = [uuid(11), uuid(12), uuid(13)];
const channelOrder = (id: string, command: 'start' | 'stop' | 'restart'): ControlOrder => ({
  subject: { type: 'channel', id },
  command,
});
const publicationOrder = (id: string, command: 'start' | 'stop' | 'restart'): ControlOrder => ({
  subject: { type: 'publication', id: egressId('rtmp', id) },
  command,
});

function scene() {
  const fake = createFakeCore();
  fake.addChannel(A, 'Main hall');
  fake.addChannel(B, 'Chapel');
  const orders = createOrders(fake.core);
  const run = async (...requested: ControlOrder[]) =>
    (await orders.run(requested)).map(({ id, name, error }) => ({ id, name, error }));
  return { ...fake, run };
}

const isOn = ({ processes }: ReturnType<typeof scene>, id: string) => {
  const process = processes.get(id);
  if (process) Object.assign(process.state, { order: 'start', exec: 'running' });
};

it('starting a channel starts its snapshot, then its publications', async () => {
  const setup = scene();
  setup.addPublication(A, P, 'Live');
  const done = await setup.run(publicationOrder(P, 'start'), channelOrder(A, 'start'));
  expect(setup.commands()).toEqual([`start ${ingestId(A)}`, `start ${snapshotId(A)}`, `start ${egressId('rtmp', P)}`]);
  expect(done).toEqual([
    { id: ingestId(A), name: 'Main hall', error: null },
    { id: egressId('rtmp', P), name: 'Live', error: null },
  ]);
});

it('a start skips running processes and restarts those that ended permanently', async () => {
  const setup = scene();
  isOn(setup, ingestId(A));
  isOn(setup, snapshotId(A));
  isOn(setup, ingestId(B));
  isOn(setup, snapshotId(B));
  Object.assign(setup.processes.get(ingestId(B))?.state ?? {}, { exec: 'failed' });
  await setup.run(channelOrder(A, 'start'), channelOrder(B, 'start'));
  expect(setup.commands()).toEqual([`reload ${ingestId(B)}`]);
});

it('a publication without its key is not started, but restarted', async () => {
  const setup = scene();
  const keyless = { settings: { address: '' }, missingSecrets: { address: '' } };
  const id = setup.addPublication(A, P, 'Live', keyless);
  const done = await setup.run(publicationOrder(P, 'start'));
  expect(setup.commands()).toEqual([]);
  expect(done.map(({ error }) => error)).toEqual(['Its key or password is missing']);
  isOn(setup, id);
  await setup.run(publicationOrder(P, 'restart'));
  expect(setup.commands()).toEqual([`reload ${id}`]);
});

it('stopping a channel works like in the interface and removes its playlist', async () => {
  const setup = scene();
  isOn(setup, ingestId(A));
  isOn(setup, snapshotId(A));
  await setup.run(channelOrder(A, 'stop'));
  expect(setup.calls).toEqual([`stop ${snapshotId(A)}`, `stop ${ingestId(A)}`, `delete ${A}.m3u8`]);
});

it('simultaneous orders run each command once, and a stop with a start ends with the start', async () => {
  const setup = scene();
  isOn(setup, ingestId(A));
  await setup.run(channelOrder(A, 'start'), channelOrder(A, 'stop'), channelOrder(A, 'start'));
  expect(setup.commands().filter((call) => call.endsWith(ingestId(A)))).toEqual([
    `stop ${ingestId(A)}`,
    `start ${ingestId(A)}`,
  ]);
});

it('a publication order switches both outputs, and starts their rendition first', async () => {
  const setup = scene();
  setup.addProcess(renditionId(A, Q), A);
  setup.addPublication(A, P, 'Live', { control: { backup: P2, source: { rendition: Q } } });
  setup.addPublication(A, P2, 'Live', { control: { source: { rendition: Q } } });
  const done = await setup.run(publicationOrder(P, 'start'));
  expect(setup.commands()).toEqual([
    `start ${renditionId(A, Q)}`,
    `start ${egressId('rtmp', P)}`,
    `start ${egressId('rtmp', P2)}`,
  ]);
  expect(done.map(({ name }) => name)).toEqual(['Live (Primary)', 'Live (Backup)']);
});

it("a group starts in its order, with the operator's pauses", async () => {
  const setup = scene();
  setup.addPublication(A, P, 'First', { control: { turn: { group: 'Church', order: 2, pause: 0.2 } } });
  setup.addPublication(A, P2, 'Second', { control: { turn: { group: 'Church', order: 1, pause: 3 } } });
  setup.addPublication(B, Q, 'Third', { control: { turn: { group: 'Church', order: 0, pause: 9 } } });
  const startedAt = performance.now();
  await setup.run({ subject: { type: 'group', name: 'Church', channel: null }, command: 'start' });
  expect(performance.now() - startedAt).toBeGreaterThan(190);
  expect(performance.now() - startedAt).toBeLessThan(2900);
  expect(setup.commands().filter((call) => !call.endsWith(Q))).toEqual([
    `start ${egressId('rtmp', P2)}`,
    `start ${egressId('rtmp', P)}`,
  ]);
});

it('an order lists missing and failed processes and does the rest', async () => {
  const setup = scene();
  setup.addPublication(A, P, 'Live');
  setup.server.refuse = (call) => (call.endsWith(ingestId(A)) ? 'no such file rtmp://host/app/secret-key-1234' : null);
  const done = await setup.run(
    channelOrder(A, 'start'),
    channelOrder(uuid(9), 'start'),
    publicationOrder(Q, 'start'),
    publicationOrder(P, 'start'),
    { subject: { type: 'group', name: 'None', channel: null }, command: 'stop' },
  );
  expect(done.map(({ id, error }) => [id, error])).toEqual([
    [egressId('rtmp', Q), 'It does not exist any more'],
    ['', 'No publication belongs to the group'],
    [ingestId(uuid(9)), 'It does not exist any more'],
    [ingestId(A), expect.stringContaining('no such file')],
    [egressId('rtmp', P), null],
  ]);
  expect(JSON.stringify(done)).not.toContain('secret-key');
});

it('a restart affects running processes and leaves stopped ones alone', async () => {
  const setup = scene();
  isOn(setup, ingestId(A));
  setup.addPublication(A, P, 'Live');
  const done = await setup.run(channelOrder(A, 'restart'), publicationOrder(P, 'restart'));
  expect(setup.commands()).toEqual([`reload ${ingestId(A)}`]);
  expect(done.map(({ error }) => error)).toEqual([null, IS_STOPPED]);
});

it('orders choose what is on air for a protected, running channel', async () => {
  const setup = scene();
  const order = (id: string, command: 'slate' | 'auto' | 'backup') =>
    ({ subject: { type: 'channel', id }, command }) as const;
  setup.addPublication(A, P, 'Live', { address: `http://localhost:8080/memfs/hold-${A}.m3u8` });
  const first = await setup.run(order(A, 'slate'), order(B, 'slate'), order(B, 'auto'), order(A, 'backup'));
  expect(first.map(({ error }) => error)).toHaveLength(4);
  expect(first.map(({ error }) => error)).toEqual(
    expect.arrayContaining([
      IS_STOPPED,
      'No publication of the channel is protected by the standby image',
      null,
      IS_STOPPED,
    ]),
  );
  await setup.run(order(A, 'slate'), channelOrder(A, 'start'));
  expect(setup.files.get(holdOrderFile(A))).toBe('slate');
  expect(setup.calls.at(-1)).toBe(`write ${holdOrderFile(A)}`);
  expect(await setup.run(order(A, 'backup'))).toMatchObject([{ error: 'The channel has no backup source' }]);
  const ingest = setup.processes.get(ingestId(A));
  if (ingest) setup.processes.set(backupId(A, 2), { ...ingest, id: backupId(A, 2) });
  await setup.run(order(A, 'backup'));
  expect(setup.files.get(holdOrderFile(A))).toBe('backup');
  await setup.run(order(A, 'auto'));
  expect(setup.files.has(holdOrderFile(A))).toBe(false);
});

it('an order that the core did not answer may be retried', async () => {
  const setup = scene();
  setup.server.before = async () => {
    setup.server.isAway = true;
  };
  const [result] = await createOrders(setup.core).run([channelOrder(A, 'start')]);
  expect(result).toMatchObject({ id: ingestId(A), isAway: true });
  await expect(createOrders(setup.core).run([channelOrder(A, 'start')])).rejects.toThrow();
});

it('orders run eight commands at a time', async () => {
  const setup = scene();
  let [now, max] = [0, 0];
  setup.server.before = async () => {
    now++;
    max = Math.max(max, now);
    await new Promise((resolve) => setTimeout(resolve, 5));
    now--;
  };
  for (let n = 0; n < 60; n++) setup.addPublication(n % 2 ? A : B, uuid(100 + n), `Number ${n}`);
  const all = Array.from({ length: 60 }, (_, n) => publicationOrder(uuid(100 + n), 'start'));
  expect((await setup.run(...all)).filter(({ error }) => error !== null)).toEqual([]);
  expect(setup.commands()).toHaveLength(60);
  expect(max).toBe(8);
});
