import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sampleOf } from '../../testing/quickOrWholeSuite.ts';
import { until } from '../testing.ts';
import { testTempDir } from '../testTempDir.ts';
import { smallDisks } from './mountSmallDisk.ts';
import { runCore, SEED, seededRandom } from './runCore.ts';

/** Each request starts a session that ends after a second, and sessions are stored every second. */
const environment = {
  CORE_SESSIONS_PERSIST: 'true',
  CORE_SESSIONS_PERSIST_INTERVAL_SEC: '1',
  CORE_SESSIONS_SESSION_TIMEOUT_SEC: '1',
  CORE_SESSIONS_IP_IGNORELIST: '10.0.0.0/8',
};
const fileOf = (home: string) => join(home, 'db', 'sessions', 'http.json');
const storedIn = (home: string): number => JSON.parse(readFileSync(fileOf(home), 'utf8')).all.sessions;
const warnings = (output: string) => output.split('\n').filter((line) => line.includes('component="Session"'));

it('stored viewer statistics are intact and never decrease after a kill -9 at any moment', async () => {
  const home = testTempDir();
  const random = seededRandom(SEED);
  let before = 0;
  for (let times = 0; times < 3; times += 1) {
    const core = await runCore({ home, environment });
    expect(warnings(core.said()), `seed ${SEED}`).toEqual([]);
    const ended = async () => {
      const { http } = (await core.ask('GET', '/api/v3/session?collectors=http')).json();
      return http.summary.sessions;
    };
    expect(await ended()).toBeGreaterThanOrEqual(before);
    await until(
      async () => storedIn(home),
      (sessions) => sessions > before,
    );
    before = storedIn(home);
    setTimeout(() => core.child.kill('SIGKILL'), random.below(1_200));
    expect(await core.ended).toBe('SIGKILL');
    expect(storedIn(home), `seed ${SEED}`).toBeGreaterThanOrEqual(before);
  }
});

it.each(sampleOf(smallDisks, 1))(
  'a full disk keeps the stored statistics, and the core ends normally (%s)',
  async (_, make) => {
    const disk = make();
    const options = { ...disk, environment: { ...disk.environment, ...environment } };
    const core = await runCore(options);
    await core.ask('GET', '/ping');
    await until(
      async () => storedIn(disk.home),
      (sessions) => sessions > 0,
    );
    disk.fill();
    await core.ask('GET', '/ping');
    await until(
      async () => warnings(core.said()),
      (lines) => lines.length > 0,
    );
    const stored = storedIn(disk.home);
    expect(await core.end()).toBe(0);
    expect(storedIn(disk.home)).toBe(stored);
    disk.free();
    const restarted = await runCore(options);
    expect(warnings(restarted.said())).toEqual([]);
    expect(readdirSync(join(disk.home, 'db', 'sessions')).filter((name) => name.includes('.damaged-'))).toEqual([]);
  },
);
