import { expect, it } from 'vitest';
import { until } from '../testing.ts';
import { cheapProcess, ffmpegsOf, isAlive, type RunningCore, runCore } from './runCore.ts';
import { coreOnFixedPort, occupyPort, portOf, storeUnusableConfig } from './storeUnusableConfig.ts';

const state = async (core: RunningCore, id: string) => (await core.ask('GET', `/api/v3/process/${id}/state`)).json();

it('reloads during streams and writes lose nothing', async () => {
  const { core, reloads } = await coreOnFixedPort();
  await core.ask('POST', '/api/v3/process', cheapProcess('live', { autostart: true }));
  const acknowledged: string[] = [];
  let isOver = false;
  const write = async (name: string): Promise<void> => {
    for (let count = 0; !isOver; count += 1) {
      const id = `${name}${count}`;
      // A request aborted by a reload was not acknowledged.
      const answer = await core.ask('POST', '/api/v3/process', cheapProcess(id)).catch(() => null);
      if (answer?.status === 200) acknowledged.push(id);
    }
  };
  const writers = ['a', 'b', 'c'].map(write);
  for (let expected = 1; expected <= 4; expected += 1) {
    const before = acknowledged.length;
    await until(
      () => core.ask('GET', '/api/v3/config/reload'),
      ({ status }) => status === 200,
    );
    await until(
      async () => reloads(),
      (count) => count >= expected,
    );
    await until(
      async () => acknowledged.length,
      (count) => count > before + 5,
    );
  }
  isOver = true;
  await Promise.all(writers);

  const list = await until(
    () => core.ask('GET', '/api/v3/process?filter=none'),
    ({ status }) => status === 200,
  );
  const ids = list.json().map(({ id }: { id: string }) => id);
  expect(ids).toEqual(expect.arrayContaining([...acknowledged, 'live']));
  await until(
    () => state(core, 'live'),
    ({ exec, progress }) => exec === 'running' && progress.frame > 0,
  );
  expect(ffmpegsOf(core.pid)).toHaveLength(1);
  await core.end('SIGKILL');
  const restarted = await runCore({ home: core.home });
  const stored = (await restarted.ask('GET', '/api/v3/process?filter=none')).json().map(({ id }: { id: string }) => id);
  expect(stored).toEqual(expect.arrayContaining([...acknowledged, 'live']));
});

it('a reload while an ffmpeg is being replaced leaves one ffmpeg, not two @nightly', async () => {
  const { core, reloads } = await coreOnFixedPort();
  await core.ask('POST', '/api/v3/process', cheapProcess('p', { autostart: true }));
  await until(
    () => state(core, 'p'),
    ({ progress }) => progress.frame > 0,
  );
  const [frozen = 0] = ffmpegsOf(core.pid);
  process.kill(frozen, 'SIGSTOP');
  // The update waits 5 s for the old ffmpeg, and the reload comes in between.
  const update = core.ask('PUT', '/api/v3/process/p', { reference: 'after' }).catch(() => null);
  await until(
    () => state(core, 'p'),
    ({ exec }) => exec === 'finishing',
  );
  await core.ask('GET', '/api/v3/config/reload');
  await until(
    async () => reloads(),
    (count) => count === 1,
  );
  await update;
  const running = await until(
    () => core.ask('GET', '/api/v3/process/p').then(({ json }) => json()),
    ({ state: { exec, progress } }) => exec === 'running' && progress.frame > 0,
  );
  expect(running.reference).toBe('after');
  expect(isAlive(frozen)).toBe(false);
  expect(ffmpegsOf(core.pid)).toHaveLength(1);
});

it('a reload with a port in use continues with the old settings', async () => {
  const { core, reloads } = await coreOnFixedPort();
  await core.ask('POST', '/api/v3/process', cheapProcess('p', { autostart: true }));
  const occupied = await occupyPort(0);
  const address = `127.0.0.1:${portOf(occupied)}`;
  await core.ask('PUT', '/api/v3/config', { version: 3, rtmp: { enable: true, address } });
  await core.ask('GET', '/api/v3/config/reload');
  await until(
    async () => reloads(),
    (count) => count === 1,
  );
  const running = await until(
    () => state(core, 'p'),
    ({ exec, progress }) => exec === 'running' && progress.frame > 0,
  );
  expect(running.order).toBe('start');
  expect(core.said()).toMatch(/the old ones stay in effect" error="cannot listen on 127\.0\.0\.1:\d+ \(RTMP\)/);
  occupied.close();
});

it('a port that is blocked briefly during a reload is taken again @nightly', async () => {
  const { core } = await coreOnFixedPort();
  await storeUnusableConfig(core);
  await core.ask('GET', '/api/v3/config/reload');
  const thief = await until(
    () => occupyPort(core.port),
    () => true,
  );
  await until(
    async () => core.said(),
    (text) => text.includes('the old ones stay in effect'),
  );
  thief.close();
  await until(
    () => core.ask('GET', '/ping'),
    ({ text }) => text === 'pong',
  );
});
