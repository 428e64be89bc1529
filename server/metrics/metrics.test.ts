import { tmpdir } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import recordings from '../../harness/test/core/conformance/fixtures/metrics.json' with { type: 'json' };
import { processorTime } from '../../harness/test/testing/processorTime.ts';
import { CERTIFICATE_METRIC, CERTIFICATE_PROBLEM_METRIC } from '../../src/api/coreExtensions.ts';
import { Config } from '../config/configSchema.ts';
import { createStateCounts } from '../process/run/states.ts';
import { createSessions } from '../sessions/index.ts';
import type { Storage } from '../storage/types.ts';
import { limit } from '../util/limits.ts';
import { createMetrics, type Metrics } from './index.ts';
import { computeCpuShares, createCpuSampler, parseCpuStats, parseNetwork } from './procStats.ts';
import { selectSeries } from './querySeries.ts';

const Answer = z.object({
  timerange_sec: z.number(),
  interval_sec: z.number(),
  metrics: z.array(
    z.object({
      name: z.string(),
      labels: z.record(z.string(), z.string()).nullable(),
      values: z.array(z.tuple([z.number(), z.number()])),
    }),
  ),
});
const Recording = z.object({
  phase: z.string(),
  name: z.string(),
  request: z.object({ body: z.unknown().optional() }),
  response: z.object({ body: z.unknown().optional() }),
});
const Body = z.object({
  metrics: z.array(z.object({ name: z.string(), labels: z.record(z.string(), z.string()).default({}) })).default([]),
});

const queries = z
  .array(Recording)
  .parse(recordings)
  .flatMap(({ phase, name, request, response }) => {
    const body = Body.safeParse(request.body);
    const answer = Answer.safeParse(response.body);
    if (phase !== 'main' || name === 'history' || !body.success || !answer.success) return [];
    return [{ name, requested: body.data.metrics, answer: answer.data }];
  });

const storage = (name: 'mem' | 'disk', usedBytes: number): Storage => ({
  name,
  list: async () => [],
  stat: async () => null,
  read: async () => null,
  write: async () => 'created',
  remove: async () => false,
  usage: async () => ({ usedBytes, limitBytes: 0, files: 3 }),
});

const open: { stop(): unknown }[] = [];
beforeEach(
  () =>
    void vi.useFakeTimers({ now: 1_795_210_600_000, toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] }),
);
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(open.splice(0).map((part) => part.stop()));
});

const runningProcess = (id: string) => ({
  id,
  exec: 'running' as const,
  order: 'start' as const,
  stateCounts: { ...createStateCounts(), starting: 1, running: 1 },
  values: { fps: 25, memory: 1024 },
});

function start(settings: Partial<Config['metrics']> = { enable: true }): Metrics {
  const config = Config.parse({ id: 'core-id', metrics: settings, storage: { disk: { dir: tmpdir() } } });
  const sessions = createSessions({ config: () => config });
  const metrics = createMetrics({
    config: () => config,
    storages: { mem: storage('mem', 1_000), disk: storage('disk', 2_000) },
    sessions,
    processes: () => [runningProcess('a'), runningProcess('b'), { ...runningProcess('c'), exec: 'failed' }],
    stateCounts: () => ({ ...createStateCounts(), starting: 3, running: 3, failed: 1 }),
    certificates: {
      certificates: () => [
        { names: ['live.example.org', '*.example.org'], startsAtMs: 0, endsAtMs: 1_800_000_000_000 },
      ],
      problems: () => [{ name: 'other.example.org', reason: 'unresolved', nextTryMs: 1_795_210_900_000 }],
    },
  });
  open.push(sessions, metrics);
  return metrics;
}
const queryMetrics = (
  metrics: Metrics,
  requested: z.infer<typeof Body>['metrics'],
  timerangeSec = 0,
  intervalSec = 0,
) => metrics.query({ timerangeSec, intervalSec, metrics: requested });

describe('recorded metrics queries', () => {
  it('are numerous', () => expect(queries.length).toBeGreaterThan(15));

  it.each(queries)('have the same series: $name', async ({ requested, answer }) => {
    const actual = await queryMetrics(start(), requested);
    const series = (list: z.infer<typeof Answer>['metrics']) =>
      list
        // The real core omits one of its two storages.
        .filter(({ labels }) => labels?.name !== 'diskfs')
        .map(({ name, labels, values }) => JSON.stringify([name, labels, values.length]))
        .sort();
    expect(series(actual.metrics)).toEqual(series(answer.metrics));
    expect(actual).toMatchObject({ timerange_sec: answer.timerange_sec, interval_sec: answer.interval_sec });
  });

  it('show that all our metrics exist in the real core', () => {
    const Known = z.array(z.object({ name: z.string(), description: z.string(), labels: z.array(z.string()) }));
    const list = z
      .array(Recording)
      .parse(recordings)
      .find(({ name }) => name === 'list of known metrics');
    const theirLabels = new Map(Known.parse(list?.response.body).map(({ name, labels }) => [name, labels]));
    // The real core has no metrics of certificates.
    const own = start()
      .known()
      .filter(({ name }) => name !== CERTIFICATE_METRIC && name !== CERTIFICATE_PROBLEM_METRIC);
    expect(own.map(({ name, labels }) => [name, labels])).toEqual(own.map(({ name }) => [name, theirLabels.get(name)]));
  });
});

describe('metric values', () => {
  it('of the certificate are its expiry and names', async () =>
    expect((await queryMetrics(start(), [{ name: CERTIFICATE_METRIC, labels: {} }])).metrics).toEqual([
      {
        name: CERTIFICATE_METRIC,
        labels: { names: 'live.example.org,*.example.org' },
        values: [[1_795_210_600, 1_800_000_000]],
      },
    ]));

  it('of this machine are plausible', async () => {
    const { metrics } = await queryMetrics(
      start(),
      ['cpu_ncpu', 'mem_total', 'mem_free', 'disk_total', 'disk_usage'].map((name) => ({ name, labels: {} })),
    );
    const latestValue = (name: string) => metrics.find((metric) => metric.name === name)?.values[0]?.[1] ?? -1;
    expect(latestValue('cpu_ncpu')).toBeGreaterThanOrEqual(1);
    expect(latestValue('mem_free')).toBeGreaterThan(0);
    expect(latestValue('mem_free')).toBeLessThan(latestValue('mem_total'));
    expect(latestValue('disk_usage')).toBeGreaterThan(0);
    expect(latestValue('disk_usage')).toBeLessThanOrEqual(latestValue('disk_total'));
  });

  it('exist for both storages and for processes by state', async () => {
    const { metrics } = await queryMetrics(start(), [
      { name: 'filesystem_usage', labels: {} },
      { name: 'restream_state', labels: { state: 'running|failed' } },
    ]);
    expect(metrics.map(({ labels, values }) => [Object.values(labels ?? {})[0], values[0]?.[1]])).toEqual([
      ['memfs', 1_000],
      ['diskfs', 2_000],
      ['failed', 1],
      ['running', 2],
    ]);
  });

  it('exist for single processes', async () => {
    const { metrics } = await queryMetrics(start(), [
      { name: 'ffmpeg_process', labels: { state: 'running' } },
      { name: 'restream_process_states', labels: { processid: 'a', state: '^(starting|killed)$' } },
      { name: 'restream_process', labels: { processid: 'c', name: 'fps' } },
    ]);
    expect(metrics.map(({ name, labels, values }) => [name, labels, values[0]?.[1]])).toEqual([
      ['ffmpeg_process', { state: 'running' }, 3],
      ['restream_process_states', { processid: 'a', state: 'killed' }, 0],
      ['restream_process_states', { processid: 'a', state: 'starting' }, 1],
      ['restream_process', { processid: 'c', state: 'failed', order: 'start', name: 'fps' }, 25],
    ]);
    expect((await start().prometheus()).text).toContain(
      'ffmpeg_process{process="c",state="failed",order="start",name="fps",core="core-id"} 25',
    );
  });

  it.each([
    ['a broken pattern', { collector: '[' }],
    ['an unknown label', { nolabel: 'x' }],
  ])('are missing for %s', async (_, labels) =>
    expect((await queryMetrics(start(), [{ name: 'session_active', labels }])).metrics).toEqual([]),
  );

  it('of the uptime start with the instance', async () => {
    const metrics = start();
    vi.advanceTimersByTime(235_650);
    expect((await queryMetrics(metrics, [{ name: 'uptime_uptime', labels: {} }])).metrics).toEqual([
      { name: 'uptime_uptime', labels: null, values: [[1_795_210_835, 235.65]] },
    ]);
  });
});

describe('the history of metrics', () => {
  const uptime = [{ name: 'uptime_uptime', labels: {} }];
  const isCollected = async (metrics: Metrics) => {
    const [series] = (await queryMetrics(metrics, uptime, 3_600)).metrics;
    return series?.values.at(-1)?.[0] === Math.floor(Date.now() / 1000);
  };
  /** Fires the collection timer step by step. `vi.waitFor` would advance the clock with each check. */
  async function pass(metrics: Metrics, seconds: number) {
    for (let second = 0; second < seconds; second += 2) {
      vi.advanceTimersByTime(2_000);
      while (!(await isCollected(metrics))) await setImmediate();
    }
  }
  const times = async (metrics: Metrics, range: number, interval = 0) =>
    (await queryMetrics(metrics, uptime, range, interval)).metrics.flatMap(({ values }) =>
      values.map(([, value]) => value),
    );

  it('contains the collected values within its retention', async () => {
    const metrics = start({ enable: true, range_sec: 10, interval_sec: 2 });
    await pass(metrics, 16);
    expect(await times(metrics, 5)).toEqual([12, 14, 16]);
    expect(await times(metrics, 3_600)).toEqual([6, 8, 10, 12, 14, 16]);
    expect(await times(metrics, 3_600, 4)).toEqual([6, 10, 14]);
  });

  it.each([30, -3])('keeps the distance of its points when the clock is set by %d days', async (days) => {
    const metrics = start({ enable: true, range_sec: 10, interval_sec: 2 });
    await pass(metrics, 10);
    vi.setSystemTime(Date.now() + days * 86_400_000);
    await pass(metrics, 4);
    const [series] = (await queryMetrics(metrics, uptime, 3_600)).metrics;
    const now = Math.floor(Date.now() / 1000);
    expect(series?.values.map(([second, value]) => [second - now, value])).toEqual(
      [4, 6, 8, 10, 12, 14].map((value) => [value - 14, value]),
    );
  });

  it('is collected once if the interval exceeds the longest timer', () => {
    const timers = vi.spyOn(globalThis, 'setInterval');
    start({ enable: true, interval_sec: 5_000_000 });
    expect(timers.mock.calls.map(([, ms]) => ms)).toContain(2 ** 31 - 1);
    timers.mockRestore();
  });

  it('is empty if it is turned off', async () => {
    const metrics = start({ enable: false });
    vi.advanceTimersByTime(10_000);
    expect(await queryMetrics(metrics, uptime, 10, 2)).toEqual({ timerange_sec: 0, interval_sec: 0, metrics: [] });
  });
});

describe('the Prometheus export', () => {
  it.each([
    '# TYPE uptime_seconds counter',
    'uptime_seconds{core="core-id"} 5',
    'ffmpeg_states{state="running",core="core-id"} 2',
    'session_active{collector="hls",core="core-id"} 0',
    'filesystem_usage_bytes{name="diskfs",core="core-id"} 2000',
    '# TYPE session_total counter',
    'tls_certificate_end_seconds{names="live.example.org,*.example.org",core="core-id"} 1800000000',
    'tls_certificate_next_try_seconds{name="other.example.org",reason="unresolved",core="core-id"} 1795210900',
  ])('contains %s', async (line) => {
    const metrics = start();
    vi.advanceTimersByTime(5_000);
    const { type, text } = await metrics.prometheus();
    expect(type).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(text.split('\n')).toContain(line);
  });
});

describe('files in /proc', () => {
  const stat = 'cpu  38806 1281 23219 239498 1073 0 318 72 0 0\ncpu0 18420 605 10950 121717 280 0 52 38 0 0\n';
  it('are parsed for processors', () => {
    expect(parseCpuStats(stat)).toEqual({
      user: 38_806,
      system: 23_219,
      idle: 239_498,
      other: 1_281 + 1_073 + 318 + 72,
    });
    expect(parseCpuStats('')).toBeNull();
  });

  it('are converted to shares of the time between two samples', () => {
    const before = { user: 100, system: 100, idle: 100, other: 100 };
    expect(computeCpuShares(before, { user: 110, system: 120, idle: 160, other: 110 })).toEqual({
      user: 10,
      system: 20,
      idle: 60,
      other: 10,
    });
    expect(computeCpuShares(before, before)).toBeNull();
  });

  it('update the shares with every sample', () => {
    const ticks = ['cpu  10 0 0 90 0 0 0 0 0 0', 'cpu  60 0 0 140 0 0 0 0 0 0'];
    const cpu = createCpuSampler(() => ticks.shift() ?? '');
    expect(cpu.shares()).toMatchObject({ user: 10, idle: 90 });
    cpu.sample();
    expect(cpu.shares()).toMatchObject({ user: 50, idle: 50 });
    cpu.sample();
    expect(cpu.shares()).toMatchObject({ user: 50, idle: 50 });
    expect(createCpuSampler(() => '').shares()).toBeNull();
  });

  it('are parsed for network interfaces', () => {
    const dev = `Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
    lo: 155527528   17144    0    0    0     0          0         0 155527528   17144    0    0    0     0       0          0
  eth0: 1965354808   55487    0    0    0     0          0         0  5286406   35560    0    0    0     0       0          0
`;
    expect(parseNetwork(dev)).toEqual([
      { name: 'lo', rx: 155_527_528, tx: 155_527_528 },
      { name: 'eth0', rx: 1_965_354_808, tx: 5_286_406 },
    ]);
  });
});

describe('an expensive metrics query', () => {
  const reading = (state: string) => ({ labels: { state }, value: 1 });
  const snapshots = (values: readonly string[]) => [{ second: 1, readings: new Map([['x', values.map(reading)]]) }];
  it.each(['(a+)+$', '(a|a)*$', '(.*)*x$'])('with %s is answered fast', (state) => {
    const spentMs = processorTime();
    selectSeries(snapshots([`${'a'.repeat(2_000)}!`]), [{ name: 'x', labels: { state } }]);
    expect(spentMs()).toBeLessThan(5_000);
  });

  it('is rejected above the limit of points', () => {
    const queries = Array.from({ length: 1_000 }, (_, index) => ({ name: 'x', labels: { state: `${index}` } }));
    const values = Array.from({ length: 1_000 }, (_, index) => `s${index}`);
    expect(() => selectSeries(snapshots(values), queries, { mostWork: 1_000_000 })).toThrow(
      expect.objectContaining({ status: 400 }),
    );
    expect(selectSeries(snapshots(values), queries.slice(0, 2), { mostWork: 1_000_000 })).not.toEqual([]);
  });

  const history = (moments: number, states: readonly string[]) =>
    Array.from({ length: moments }, (_, second) => ({ second, readings: new Map([['x', states.map(reading)]]) }));
  const times = (count: number) => Array.from({ length: count }, () => ({ name: 'x', labels: {} }));

  it('returns a metric only once if it names it twice', () => {
    const [series, ...others] = selectSeries(history(5, ['a']), times(3));
    expect(series?.values.map(([second]) => second)).toEqual([0, 1, 2, 3, 4]);
    expect(others).toEqual([]);
  });

  it.each([
    ['names thousands of metrics over the history', 1_000, ['a'], 1 + limit('metricsPoints') / 1_000],
    ['is about very many values', 1_000, Array.from({ length: limit('metricsPoints') / 1_000 }, (_, i) => `${i}`), 1],
  ])('is rejected when it %s', (_, moments, states, interval) => {
    const spentMs = processorTime();
    const refused = expect.objectContaining({ status: 400, details: ['the query asks for too much at once'] });
    expect(() => selectSeries(history(moments, states), times(interval))).toThrow(refused);
    expect(spentMs()).toBeLessThan(20_000);
    expect(selectSeries(history(moments / 10, states), times(Math.ceil(interval / 10)))).toHaveLength(states.length);
  });
});
