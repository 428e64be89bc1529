import { describe, expect, it } from 'vitest';
import { looksAtMachine, type MachineSight } from './machineLooks.ts';

const NOW = 1_800_000_000_000;
const DAY_S = 86_400;

const figure = (name: string, value: number, labels: Record<string, string> = {}) => ({
  ...{ name, labels, values: [[NOW / 1000, value]] as [number, number][] },
});
const memfs = (used: number, limit: number) => [
  figure('filesystem_usage', used, { name: 'memfs' }),
  figure('filesystem_limit', limit, { name: 'memfs' }),
];
const diskfs = (used: number, limit: number) => [
  figure('filesystem_usage', used, { name: 'diskfs' }),
  figure('filesystem_limit', limit, { name: 'diskfs' }),
];
const volume = (used: number, total: number) => [figure('disk_usage', used), figure('disk_total', total)];
const memory = (free: number, total: number) => [figure('mem_free', free), figure('mem_total', total)];
const certificate = (days: number, names = 'live.example.org') =>
  figure('tls_certificate_end', NOW / 1000 + days * DAY_S + 60, { names });
const problem = figure('tls_certificate_problem', NOW / 1000 + 600, {
  ...{ name: 'live.example.org', reason: 'port-closed' },
});

const looks = (metrics: MachineSight['metrics']['metrics'], config: MachineSight['config'] = null) =>
  looksAtMachine({ metrics: { metrics }, config, now: NOW });
const statusesOf = (metrics: MachineSight['metrics']['metrics']) =>
  Object.fromEntries(looks(metrics).map(({ rule, condition }) => [rule, condition.status]));

describe('a machine', () => {
  it.each([
    ['reports nothing', [], { certificate: 'off' }],
    ['has files without a limit', [...memfs(100, 0), ...diskfs(100, 0)], { certificate: 'off' }],
    ['has a disk that is nearly full', volume(95, 100), { 'disk-full': 'bad' }],
    ['has a disk with room', volume(94, 100), { 'disk-full': 'good' }],
    ['has room on the disk but not for files', [...volume(10, 1000), ...diskfs(96, 100)], { 'disk-full': 'bad' }],
    ['has room for files but not on the disk', [...volume(990, 1000), ...diskfs(10, 1000)], { 'disk-full': 'bad' }],
    ['has memory', memory(6, 100), { 'memory-full': 'good' }],
    ['has no memory left', memory(5, 100), { 'memory-full': 'bad' }],
    ['has memory but none for files', [...memory(50, 100), ...memfs(95, 100)], { 'memory-full': 'bad' }],
    ['does not report its free memory', [figure('mem_total', 100)], { 'memory-full': undefined }],
    ['has a certificate for 14 days', [certificate(14)], { certificate: 'good' }],
    ['has a certificate for 13 days', [certificate(13)], { certificate: 'bad' }],
    ['has a certificate that has expired', [certificate(-2)], { certificate: 'bad' }],
    ['has two certificates, one of which expires', [certificate(80), certificate(3, 'x')], { certificate: 'bad' }],
    // Setting up HTTPS is not a problem.
    ['has no certificate yet', [problem], { certificate: 'off' }],
  ] as const)('has the right alarm conditions if it %s', (_, metrics, expected) => {
    const statuses = statusesOf([...metrics]);
    for (const [rule, status] of Object.entries(expected)) expect([rule, statuses[rule]]).toEqual([rule, status]);
  });

  it('has the same texts as its pages', () => {
    const config = { host: { name: ['live.example.org'] }, tls: { enable: true, auto: true, address: ':443' } };
    const found = looks([...volume(97, 100), certificate(3), problem], config);
    const conditions = found.flatMap(({ condition }) =>
      condition.status === 'bad' ? condition.statement.sentences.map(({ text, values }) => [text, values]) : [],
    );
    expect(conditions).toEqual([
      ['The disk is nearly full: {{n}}% used.', { n: 97 }],
      ["Days left of the server's certificate: {{n}}.", { n: 3 }],
      [expect.stringContaining('cannot reach port 80'), { name: 'live.example.org' }],
    ]);
  });

  it('with a wrong clock or malformed metrics has no alarm', () => {
    const odd = [...volume(Number.NaN, 100), ...memory(Number.NaN, 100), { ...certificate(3), values: [] }];
    expect(statusesOf(odd)).toEqual({ certificate: 'off' });
  });
});
