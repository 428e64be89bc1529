import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { until } from '../../harness/test/core/testing.ts';
import { createRtmp } from './index.ts';
import { hello, keyframe, videoHeader } from './testing.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of cleanups.splice(0).toReversed()) await stop();
});

async function serve(state: { owners: string[] | null }) {
  const messages: string[] = [];
  const server = await createRtmp({
    address: '127.0.0.1:0',
    app: '/',
    token: '',
    ownersOf: (channel) => (channel === '/live/feed' ? state.owners : null),
    sessions: { open: () => ({ rx() {}, tx() {}, close() {}, tell() {} }) },
    log: { write: (_level, _component, message, fields) => void messages.push(`${message} ${JSON.stringify(fields)}`) },
  });
  cleanups.push(() => server.stop());
  const publish = async (name: string) => {
    const socket = connect(server.port, '127.0.0.1');
    cleanups.push(() => socket.destroy());
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.resume().write(Buffer.concat([hello('publish', name), videoHeader, keyframe]));
    return socket;
  };
  const expectLog = (text: string, times = 1) =>
    until(
      async () => messages.filter((line) => line.includes(text)).length,
      (count) => count === times,
    );
  return { server, publish, expectLog };
}

it("a process's channel name is reserved, whether it publishes or not", async () => {
  const { server, publish, expectLog } = await serve({ owners: ['K'] });
  await publish('feed');
  await expectLog('name belongs to a process of this core');
  await publish('feed?process-key=wrong');
  await expectLog('name belongs to a process of this core', 2);
  expect(server.channels()).toEqual([]);
  await publish('feed?process-key=K');
  await expectLog('Publishing');
  await publish('feed');
  await expectLog('name belongs to a process of this core', 3);
  expect(server.channels()).toEqual(['/live/feed']);
});

it("a process replaces its own earlier connection, but not another owner's", async () => {
  const { publish, expectLog } = await serve({ owners: ['K', 'L'] });
  const before = await publish('feed?process-key=K');
  await expectLog('Publishing');
  await publish('feed?process-key=L');
  await expectLog('name is already publishing');
  await publish('feed?process-key=K');
  await once(before, 'close');
  await expectLog('Publishing', 2);
});

it('an earlier publisher is disconnected when its name goes to a process', async () => {
  const state: { owners: string[] | null } = { owners: null };
  const { server, publish, expectLog } = await serve(state);
  const stranger = await publish('feed');
  const other = await publish('free');
  await expectLog('Publishing', 2);
  state.owners = ['K'];
  const process = await publish('feed?process-key=K');
  await once(stranger, 'close');
  await expectLog('Publishing', 3);
  state.owners = [];
  server.enforceOwners();
  await once(process, 'close');
  expect(other.destroyed).toBe(false);
  expect(server.channels()).toEqual(['/live/free']);
});
