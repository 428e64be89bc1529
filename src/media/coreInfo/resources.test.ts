import { expect, it } from 'vitest';
import { MetricsAnswer } from '../../api/answers/metrics.ts';
import { METRICS, resourcesOf, scarcestDisk } from './resources.ts';

const metric = (name: string, value: number, labels: Record<string, string> | null = null) => ({
  name,
  labels,
  values: [[1795215706, value]],
});
const resources = (...metrics: ReturnType<typeof metric>[]) => resourcesOf(MetricsAnswer.parse({ metrics }));

it('the metrics of a core are converted to usages', () => {
  const read = resources(
    metric('uptime_uptime', 90),
    metric('cpu_ncpu', 4),
    metric('cpu_idle', 20),
    metric('mem_total', 1000),
    metric('mem_free', 600),
    metric('filesystem_usage', 5, { name: 'diskfs' }),
    metric('filesystem_limit', -1, { name: 'diskfs' }),
    metric('filesystem_usage', 50, { name: 'memfs' }),
    metric('filesystem_limit', 100, { name: 'memfs' }),
    metric('session_active', 9, { collector: 'rtmp' }),
    metric('session_active', 3, { collector: 'hls' }),
    metric('session_limit', 0, { collector: 'hls' }),
    metric('session_txbitrate', 2048, { collector: 'hls' }),
    metric('session_maxtxbitrate', 4096, { collector: 'hls' }),
  );
  expect(read).toEqual({
    uptimeSeconds: 90,
    cpu: { used: 80, limit: 100, percent: 80, warning: true, cores: 4 },
    memory: { used: 400, limit: 1000, percent: 40, warning: false },
    memfs: { used: 50, limit: 100, percent: 50, warning: false },
    disk: { used: 5, limit: null, percent: null, warning: false },
    network: { used: 2, limit: 4, percent: 50, warning: false },
    sessions: { used: 3, limit: null, percent: null, warning: false },
    warning: true,
  });
});

it.each([
  [74.9, false],
  [75, true],
])('a resource causes a warning at %d percent: %s', (used, warning) =>
  expect(resources(metric('mem_total', 100), metric('mem_free', 100 - used)).warning).toBe(warning),
);

it.each([
  ['was not measured', []],
  ['was measured in half', [metric('cpu_ncpu', 4), metric('mem_total', 100)]],
])('there is no warning about a resource that %s', (_, metrics) => expect(resources(...metrics).warning).toBe(false));
it('every metric is requested once', () => expect(new Set(METRICS).size).toBe(METRICS.length));

it.each([
  ['nothing limits it', 0, 0, { used: 5, limit: null }],
  ['the disk does', 0, 60, { used: 50, limit: 60 }],
  ['the core allows less than is available', 20, 1000, { used: 5, limit: 20 }],
  ['less is available than the core allows', 900, 60, { used: 50, limit: 60 }],
])('the space for files is limited: %s', (_, limit, total, expected) => {
  const read = resources(
    metric('filesystem_usage', 5, { name: 'diskfs' }),
    metric('filesystem_limit', limit, { name: 'diskfs' }),
    ...(total > 0 ? [metric('disk_usage', 50, { path: '/' }), metric('disk_total', total, { path: '/' })] : []),
  );
  expect(scarcestDisk(read)).toMatchObject(expected);
});
