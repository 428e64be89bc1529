import { describe, expect, it } from 'vitest';
import { type EdgePlan, edgePlanFaults } from './edgePlan.ts';
import { edgeNginxConfig } from './nginxConfig.ts';

const plan: EdgePlan = {
  origin: 'https://core.example:8443',
  listen: '8080',
  channels: [{ name: 'live', access: 'public', hasVariants: false }],
  session: '7SBmNdKSbLdkrFbkDcSgLn',
  secret: 'sixteen-letters-',
  cacheFolder: '/var/cache/edge',
  cacheMegabytes: '512',
  runFolder: '/run/edge',
  errorLog: 'stderr',
  balancers: ['10.0.0.0/8'],
  resolver: null,
};
const channelsOf = (...names: readonly string[]) =>
  names.map((name) => ({ name, access: 'public', hasVariants: false }) as const);

it('a plan without faults is accepted, with or without placeholders', () => {
  expect(edgePlanFaults(plan)).toEqual([]);
  const later = { origin: '@ORIGIN@', session: '@SESSION@', secret: '@SECRET@', resolver: '@RESOLVER@' };
  expect(edgePlanFaults({ ...plan, ...later, channels: channelsOf('@PUBLIC@') })).toEqual([]);
});

describe('a plan with unsafe values', () => {
  it.each<[keyof EdgePlan, Partial<EdgePlan>]>([
    ['origin', { origin: 'http://core;return 200' }],
    ['origin', { origin: 'http://user:password@core' }],
    ['origin', { origin: 'ftp://core' }],
    ['listen', { listen: '80; root /' }],
    ['channels', { channels: channelsOf('a|.*') }],
    ['channels', { channels: channelsOf('a"{') }],
    ['channels', { channels: channelsOf('memfs') }],
    ['channels', { channels: channelsOf('live', 's') }],
    ['session', { session: 'short' }],
    ['secret', { secret: '"; return 200 "' }],
    ['secret', { secret: 'short' }],
    ['cacheFolder', { cacheFolder: '/a b' }],
    ['cacheMegabytes', { cacheMegabytes: '1m max' }],
    ['runFolder', { runFolder: 'relative' }],
    ['errorLog', { errorLog: 'syslog:server=a' }],
    ['balancers', { balancers: ['0/0;'] }],
    ['resolver', { resolver: '1.1.1.1; root' }],
  ])('is rejected for %s: %j', (name, change) => {
    expect(edgePlanFaults({ ...plan, ...change })).toEqual([name]);
    expect(() => edgeNginxConfig({ ...plan, ...change })).toThrow(name);
  });
});

it('the certificate of a core with HTTPS is verified', () => {
  expect(edgeNginxConfig(plan)).toContain('proxy_ssl_verify on;');
  expect(edgeNginxConfig({ ...plan, origin: 'http://core:8080' })).not.toContain('proxy_ssl');
});

describe('the names of channels', () => {
  it.each([
    ['live', 'live'],
    ['live', 'live_0'],
    ['live_0_a', 'live_0'],
    ['a', 'x', 'a_b_c'],
  ])('are rejected if their files could overlap: %s beside %s', (...names) => {
    expect(edgePlanFaults({ ...plan, channels: channelsOf(...names) })).toEqual(['channels whose names overlap']);
  });

  it.each([
    ['live', 'live2'],
    ['cam1', 'cam10', 'cam-1'],
    ['live', 'Live_0'],
    ['live_0', 'live_1'],
    ['a_b', 'a-b', 'b'],
  ])('are accepted if their files are distinct: %s beside %s', (...names) => {
    expect(edgePlanFaults({ ...plan, channels: channelsOf(...names) })).toEqual([]);
  });
});
