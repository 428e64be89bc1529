import { describe, expect, it } from 'vitest';
import {
  type DomainCheck,
  domainsIn,
  type HttpsSituation,
  judgeHttps,
  resolvedAddressesIn,
  securePorts,
} from './httpsCheck.ts';
import type { Grade } from './preflightTypes.ts';

const DAY_MS = 86_400_000;
const NAME = 'tv.example';
const tls = (changed: object) => ({ address: ':8181', enable: true, auto: true, ...changed });
const config = (changed: object = {}, names = [NAME]) => ({ host: { name: names }, tls: tls(changed) });
const open: DomainCheck = {
  name: NAME,
  addresses: ['203.0.113.7'],
  plain: 'answers',
  secure: [{ port: 443, reach: 'answers', opened: true }],
};
const good: HttpsSituation = {
  config: config(),
  pageSecure: true,
  certificates: [],
  problems: [],
  looks: [open],
  now: 0,
};
const closed = (port: number) => [{ port, reach: 'silent', opened: false } as const];
const certificate = (days: number, ...names: string[]) => ({ names, endsAt: days * DAY_MS });

describe('the findings about HTTPS', () => {
  it.each<[string, Partial<HttpsSituation>, readonly [Grade, RegExp][]]>([
    [
      'all is well',
      {},
      [
        ['good', /resolves to/],
        ['good', /opens https/],
      ],
    ],
    ['no name', { config: config({}, []), looks: [] }, [['fail', /needs a public domain/]]],
    ['a number is no name', { config: config({}, ['192.0.2.1']), looks: [] }, [['fail', /needs a public domain/]]],
    ['a name that does not resolve', { looks: [{ ...open, plain: 'unresolved' }] }, [['fail', /Create a DNS record/]]],
    [
      'a name of the local network',
      { looks: [{ ...open, addresses: ['192.168.1.5', '10.0.0.1'] }] },
      [
        ['care', /The internet does not lead there/],
        ['good', /opens https/],
      ],
    ],
    [
      'one of two names',
      { looks: [{ ...open, addresses: ['192.168.1.5', '203.0.113.7'] }] },
      [
        ['good', /resolves to \{\{addresses\}\}\.$/],
        ['good', /opens https/],
      ],
    ],
    [
      'the core does not report them',
      { looks: [{ ...open, addresses: [] }] },
      [
        ['unchecked', /does not tell/],
        ['good', /opens https/],
      ],
    ],
    [
      'port 80 is not published, although certificates need it',
      { looks: [{ ...open, plain: 'refused' }] },
      [
        ['good', /resolves/],
        ['care', /Port \{\{port\}\}/],
        ['good', /opens https/],
      ],
    ],
    [
      'port 80 does not matter',
      { config: config({ auto: false }), looks: [{ ...open, plain: 'refused' }] },
      [
        ['good', /resolves/],
        ['good', /opens https/],
      ],
    ],
    [
      'port 443 is not published',
      { looks: [{ ...open, secure: closed(443) }] },
      [
        ['good', /resolves/],
        ['fail', /Publish it/],
      ],
    ],
    [
      'the certificate is rejected',
      { looks: [{ ...open, secure: [{ port: 443, reach: 'answers', opened: false }] }] },
      [
        ['good', /resolves/],
        ['fail', /rejects its certificate/],
      ],
    ],
    [
      'HTTPS is at the port of the core',
      { looks: [{ ...open, secure: [...closed(443), { port: 8181, reach: 'answers', opened: true }] }] },
      [
        ['good', /resolves/],
        ['good', /opens https/],
      ],
    ],
    [
      'a proxy has it',
      { config: config({ enable: false }) },
      [
        ['good', /resolves/],
        ['good', /opens https/],
        ['good', /A proxy in front/],
      ],
    ],
    [
      'this page was loaded without HTTPS',
      { pageSecure: false },
      [
        ['good', /resolves/],
        ['good', /opens https/],
        ['care', /mixed content/],
      ],
    ],
    [
      'the certificate is for another name',
      { certificates: [certificate(90, 'other.example')] },
      [
        ['good', /Days left/],
        ['fail', /is not for/],
        ['good', /resolves/],
        ['good', /opens https/],
      ],
    ],
    [
      'it ends soon',
      { certificates: [certificate(13, NAME)], looks: [], config: config({ auto: false }) },
      [['care', /Renew it/]],
    ],
    [
      'it has ended',
      { certificates: [certificate(-1, NAME)], looks: [], config: config({ auto: false }) },
      [['fail', /has expired\. Renew it/]],
    ],
    [
      'an automatic certificate ends soon, as it cannot be renewed',
      {
        certificates: [certificate(13, NAME)],
        problems: [{ name: NAME, reason: 'port-closed', nextTryAt: 90_000 }],
        looks: [],
      },
      [
        ['care', /\{\{n\}\}\.$/],
        ['fail', /cannot reach port 80/],
        ['unchecked', /next attempt/],
      ],
    ],
    [
      'an automatic certificate has expired',
      { certificates: [certificate(-1, NAME)], looks: [] },
      [['fail', /has expired\.$/]],
    ],
    [
      'an automatic certificate is pending',
      { problems: [{ name: NAME, reason: 'pending', nextTryAt: 0 }], looks: [] },
      [['care', /being obtained/]],
    ],
    [
      'one of two names has no certificate',
      {
        config: config({}, [NAME, 'b.example']),
        certificates: [certificate(60, NAME)],
        problems: [{ name: 'b.example', reason: 'unresolved', nextTryAt: 60_000 }],
        looks: [],
      },
      [
        ['good', /Days left/],
        ['fail', /does not resolve/],
        ['unchecked', /next attempt/],
      ],
    ],
    [
      'there are certificates for two names, one of which expires soon',
      {
        config: config({}, [NAME, 'b.example']),
        certificates: [certificate(60, NAME), certificate(3, 'b.example')],
        looks: [],
      },
      [['care', /Days left/]],
    ],
  ])('are right if: %s', (_, change, expected) => {
    const findings = judgeHttps({ ...good, ...change });
    expect(findings.map(({ grade }) => grade)).toEqual(expected.map(([grade]) => grade));
    for (const [i, [, words]] of expected.entries()) expect(findings[i]?.sentence.text).toMatch(words);
  });

  it('contain the port unless it is the default', () => {
    const [, opened] = judgeHttps({
      ...good,
      looks: [{ ...open, secure: [...closed(443), { port: 8181, reach: 'answers', opened: true }] }],
    });
    expect(opened?.sentence.values).toEqual({ name: `${NAME}:8181` });
  });
});

it.each([
  [
    [NAME, '192.0.2.1', 'a.example:8080', 'localhost'],
    [NAME, 'localhost'],
  ],
  [[], []],
])('of the names %j, these are checked: %j', (names, expected) =>
  expect(domainsIn({ host: { name: names } })).toEqual(expected),
);

it.each([
  [{ enable: true, address: ':8181' }, [443, 8181]],
  [{ enable: true, address: '0.0.0.0:443' }, [443]],
  [{ enable: false, address: ':8181' }, [443]],
  [{ enable: true, address: '' }, [443]],
])('with the settings %j, HTTPS is checked at %j', (addresses, expected) =>
  expect(securePorts({ tls: tls(addresses) })).toEqual(expected),
);

// Recorded with ffmpeg 5.1, -loglevel verbose.
it.each([
  [['[tcp @ 0x55] Starting connection attempt to 127.0.0.1 port 9'], ['127.0.0.1']],
  [
    [
      '[tcp @ 0x55] Starting connection attempt to 2001:db8::1 port 443',
      '[tcp @ 0x55] Starting connection attempt to 203.0.113.7 port 443',
      '[tcp @ 0x55] Successfully connected to 203.0.113.7 port 443',
    ],
    ['2001:db8::1', '203.0.113.7'],
  ],
  [['[tcp @ 0x55] Failed to resolve hostname no.such.invalid: Name or service not known'], []],
])('the resolved addresses are extracted from a log: %#', (log, expected) =>
  expect(resolvedAddressesIn(log)).toEqual(expected),
);
