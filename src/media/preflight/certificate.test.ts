import { expect, it } from 'vitest';
import { certificateProblemsOf, certificatesOf, covers, daysLeft } from './httpsCheck.ts';

const metric = (name: string, names: string) => ({
  name,
  labels: { names },
  values: [[1, 1_800_000_000]] as [number, number][],
});

it.each([
  [[metric('tls_certificate_end', 'a.example,*.b.example')], [{ names: ['a.example', '*.b.example'], endsAt: 1.8e12 }]],
  [[metric('tls_certificate_end', '')], [{ names: [], endsAt: 1.8e12 }]],
  [
    [metric('tls_certificate_end', 'a.example'), metric('tls_certificate_end', 'b.example')],
    [
      { names: ['a.example'], endsAt: 1.8e12 },
      { names: ['b.example'], endsAt: 1.8e12 },
    ],
  ],
  [[metric('uptime_uptime', '')], []],
  [[{ ...metric('tls_certificate_end', 'a.example'), values: [] }], []],
])('the certificates in the metrics of a core are parsed: %#', (metrics, expected) =>
  expect(certificatesOf({ metrics })).toEqual(expected),
);

it.each([
  ['port-taken', 'port-taken'],
  ['a reason of the future', 'refused'],
])('the certificate problem %j is parsed', (reason, understood) => {
  const metric = { name: 'tls_certificate_problem', labels: { name: 'a.example', reason } };
  const metrics = [{ ...metric, values: [[1, 1_800_000_000]] as [number, number][] }];
  expect(certificateProblemsOf({ metrics })).toEqual([{ name: 'a.example', reason: understood, nextTryAt: 1.8e12 }]);
});

it.each([
  ['a.example', true],
  ['A.Example', true],
  ['x.b.example', true],
  ['X.B.Example', true],
  ['b.example', false],
  ['x.y.b.example', false],
  ['c.example', false],
])('a certificate covers the name %s: %s', (host, expected) =>
  expect(covers({ names: ['a.example', '*.b.example'], endsAt: 0 }, host)).toBe(expected),
);

it.each([
  [86_400_000 * 3 + 5, 3],
  [5, 0],
  [-5, -1],
])('a certificate that ends in %d ms has %d days left', (ms, days) =>
  expect(daysLeft({ names: [], endsAt: 1000 + ms }, 1000)).toBe(days),
);
