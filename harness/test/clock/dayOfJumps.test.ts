import { expect, it, onTestFinished, vi } from 'vitest';
import { Config } from '../../../server/config/configSchema.ts';
import { createTokens } from '../../../server/http/login/tokens.ts';
import { watchClockJumps } from '../../../server/log/clockJumps.ts';
import { createMetrics } from '../../../server/metrics/index.ts';
import { createCleanup } from '../../../server/process/run/fileCleanup.ts';
import { createSessions } from '../../../server/sessions/index.ts';
import { createMemory } from '../../../server/storage/memory.ts';
import { answerOf } from '../../../src/viewer/player/playbackRecovery.ts';
import { SEED, seededRandom } from '../core/faults/runCore.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const JUMP_EVERY = 10;
const RANGE_S = 3600;

/** The parts of a core that depend on time, with fake clocks. fileCleanup.test.ts covers files on disk. */
function openParts() {
  const config = Config.parse({
    api: { auth: { enable: true, username: 'op', password: 'secret', jwt: { secret: 's' } } },
    metrics: { enable: true, range_sec: RANGE_S, interval_sec: 60 },
  });
  const mem = createMemory({ limitBytes: 0, purge: false });
  const write = vi.fn();
  const sessions = createSessions({ config: () => config });
  const metrics = createMetrics({
    config: () => config,
    storages: { mem, disk: mem },
    sessions,
    processes: () => [],
    stateCounts: () => ({ failed: 0, finished: 0, finishing: 0, killed: 0, running: 0, starting: 0 }),
    certificates: null,
  });
  const jumps = watchClockJumps({ write });
  const cleanup = createCleanup({ mem, disk: mem });
  onTestFinished(async () => {
    jumps.stop();
    sessions.stop();
    await metrics.stop();
  });
  return { mem, write, sessions, metrics, jumps, cleanup, tokens: createTokens(config.api.auth) };
}

it(`a day with a random clock jump every ten minutes deletes, ends and hides nothing: SEED=${SEED}`, async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 28), toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { mem, write, sessions, metrics, cleanup, tokens } = openParts();
  const { next: random } = seededRandom(SEED);
  const rules = [{ pattern: 'memfs:/c*', max_files: 0, max_file_age_seconds: 5 * 60, purge_on_delete: true }];
  const refresh = await tokens.issue('refresh', 'operator');
  const encoder = sessions.open('rtmp', { reference: 'c', local: 'c', remote: '192.0.2.1', extra: '' });
  let access = await tokens.issueForLogin();
  let jumped = 0;

  for (let minute = 1; minute < DAY_MS / MINUTE_MS; minute += 1) {
    await mem.write('/c.m3u8', Buffer.from('#EXTM3U'));
    await mem.write(`/c_${minute}.ts`, Buffer.from('x'));
    encoder.rx(1000);
    if (minute % JUMP_EVERY === 0) {
      const days = random() < 0.5 ? 30 * random() : -3 * random();
      vi.setSystemTime(Date.now() + days * DAY_MS);
      jumped += 1;
    }
    const playlist = await mem.stat('/c.m3u8');
    const headers = { date: new Date().toUTCString(), 'last-modified': playlist?.lastModified.toUTCString() ?? '' };
    expect(answerOf(200, new Headers(headers))).toBe('there');
    expect(await tokens.isValid(access, 'access')).toBe(true);
    expect(await tokens.isValid(refresh, 'refresh')).toBe(true);
    if (minute % 9 === 0) access = await tokens.issue('access', 'operator');
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    await cleanup.round(rules);
    const segments = (await mem.list('/c_*.ts')).map(({ name }) => name);
    expect(segments).toEqual(
      Array.from({ length: Math.min(5, minute) }, (_, i) => `/c_${minute - Math.min(5, minute) + 1 + i}.ts`),
    );
    expect(sessions.active(['rtmp']).rtmp).toHaveLength(1);
  }

  const { metrics: series } = await metrics.query({
    timerangeSec: RANGE_S,
    intervalSec: 0,
    metrics: [{ name: 'uptime_uptime', labels: {} }],
  });
  const now = Math.floor(Date.now() / 1000);
  const ages = series[0]?.values.map(([second]) => now - second) ?? [];
  // Fake minutes pass faster than metrics are sampled, so some samples are missing.
  expect(Math.max(...ages)).toBeGreaterThan(RANGE_S / 2);
  expect(ages).toEqual(ages.toSorted((a, b) => b - a));
  expect([Math.max(...ages) <= RANGE_S + 120, Math.min(...ages) >= 0]).toEqual([true, true]);
  // Differences of less than a minute do not count as jumps.
  expect(write.mock.calls.length).toBeGreaterThan(jumped - 3);
  expect(write.mock.calls.length).toBeLessThanOrEqual(jumped);
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  expect(await tokens.isValid(refresh, 'refresh')).toBe(false);
});
