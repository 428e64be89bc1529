import { describe, expect, it } from 'vitest';
import { sampleOf } from '../../testing/quickOrWholeSuite.ts';
import { until } from '../testing.ts';
import { orphansAfter } from './orphansAfterSignal.ts';
import { cheapProcess, ffmpegsOf, guardOf, isAlive, runCore } from './runCore.ts';

async function running(id: string, more: Record<string, unknown> = {}) {
  const core = await runCore();
  const state = async () => (await core.ask('GET', `/api/v3/process/${id}/state`)).json();
  const command = (name: string, of = id) => core.ask('PUT', `/api/v3/process/${of}/command`, { command: name });
  await core.ask('POST', '/api/v3/process', cheapProcess(id, { autostart: true, ...more }));
  await until(state, ({ exec, progress }) => exec === 'running' && progress.frame > 0);
  const [pid = 0] = ffmpegsOf(core.pid);
  return { core, state, command, pid };
}

it('an ffmpeg killed by -9 is reported as killed, and restarted after the delay', async () => {
  const { core, state, pid } = await running('p', { reconnect: true, reconnect_delay_seconds: 2 });
  const killedAt = performance.now();
  process.kill(pid, 'SIGKILL');
  const dead = await until(state, ({ exec }) => exec !== 'running');
  expect(dead).toMatchObject({ order: 'start', exec: 'killed', memory_bytes: 0, progress: { frame: 0 } });
  expect([0, 1]).toContain(dead.reconnect_seconds);
  await until(state, ({ exec, progress }) => exec === 'running' && progress.frame > 0);
  expect(performance.now() - killedAt).toBeGreaterThan(1_900);
  expect(ffmpegsOf(core.pid)).not.toContain(pid);
  expect((await core.ask('GET', '/api/v3/process/p/report')).json().history).toHaveLength(1);
});

it('an unresponsive ffmpeg is killed 5 s after the stop, and other processes do not wait for it @nightly', async () => {
  const { core, state, command, pid } = await running('frozen');
  process.kill(pid, 'SIGSTOP');
  const began = performance.now();
  let isAnswered = false;
  const stopped = command('stop').then((answer) => {
    isAnswered = true;
    return answer;
  });
  await until(state, ({ exec }) => exec === 'finishing');
  expect((await core.ask('POST', '/api/v3/process', cheapProcess('other'))).status).toBe(200);
  expect((await command('start', 'other')).status).toBe(200);
  expect((await core.ask('PUT', '/api/v3/process/frozen/metadata/k', 1)).status).toBe(200);
  expect((await core.ask('DELETE', '/api/v3/process/other')).status).toBe(200);
  expect(isAnswered).toBe(false);
  expect((await stopped).status).toBe(200);
  expect(performance.now() - began).toBeGreaterThan(4_900);
  expect(isAlive(pid)).toBe(false);
  expect(await state()).toMatchObject({ order: 'stop', exec: 'killed' });
});

describe('the ffmpegs of a core', () => {
  it.each(sampleOf(['SIGABRT', 'SIGKILL', 'SIGSEGV', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const, 3))(
    'end with a core that ends by %s',
    (signal) => expect(orphansAfter(signal, 3)).resolves.toEqual([]),
  );

  it('end with a core that was killed, even when frozen and with a full disk @nightly', async () => {
    const { core, pid } = await running('p');
    process.kill(pid, 'SIGSTOP');
    core.child.kill('SIGKILL');
    await core.ended;
    // The guard waits 5 s, like a stop.
    await until(
      async () => isAlive(pid),
      (alive) => !alive,
      20_000,
    );
  });

  it('end at the next start if the guard was killed too @nightly', async () => {
    const { core, pid } = await running('p');
    process.kill(guardOf(core.pid), 'SIGKILL');
    core.child.kill('SIGKILL');
    await core.ended;
    expect(isAlive(pid)).toBe(true);
    await runCore({ home: core.home });
    await until(
      async () => isAlive(pid),
      (alive) => !alive,
    );
  });
});
