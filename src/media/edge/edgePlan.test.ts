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
  balancers: ['10.0.0.0/8'],
  resolver: null,
};
const channel = (name: string) => [{ name, access: 'public', hasVariants: false } as const];

it('takes a plan without faults, and one that the image fills in', () => {
  expect(edgePlanFaults(plan)).toEqual([]);
  const later = { origin: '@ORIGIN@', session: '@SESSION@', secret: '@SECRET@', resolver: '@RESOLVER@' };
  expect(edgePlanFaults({ ...plan, ...later, channels: channel('@PUBLIC@') })).toEqual([]);
});

describe('nothing of a plan becomes a directive of its own', () => {
  it.each<[keyof EdgePlan, Partial<EdgePlan>]>([
    ['origin', { origin: 'http://core;return 200' }],
    ['origin', { origin: 'http://user:password@core' }],
    ['origin', { origin: 'ftp://core' }],
    ['listen', { listen: '80; root /' }],
    ['channels', { channels: channel('a|.*') }],
    ['channels', { channels: channel('a"{') }],
    ['session', { session: 'short' }],
    ['secret', { secret: '"; return 200 "' }],
    ['secret', { secret: 'short' }],
    ['cacheFolder', { cacheFolder: '/a b' }],
    ['cacheMegabytes', { cacheMegabytes: '1m max' }],
    ['runFolder', { runFolder: 'relative' }],
    ['balancers', { balancers: ['0/0;'] }],
    ['resolver', { resolver: '1.1.1.1; root' }],
  ])('%s: %j', (name, change) => {
    expect(edgePlanFaults({ ...plan, ...change })).toEqual([name]);
    expect(() => edgeNginxConfig({ ...plan, ...change })).toThrow(name);
  });
});

it('looks at the certificate of a core that has one', () => {
  expect(edgeNginxConfig(plan)).toContain('proxy_ssl_verify on;');
  expect(edgeNginxConfig({ ...plan, origin: 'http://core:8080' })).not.toContain('proxy_ssl');
});
