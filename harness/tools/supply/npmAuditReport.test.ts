import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readers } from '../../test/testing/parseTestReports.ts';
import { reportOf, verdictOf } from './npmAuditReport.ts';

/** Recorded with npm 11: two advisories, none, a mirror without audit support, an unreachable registry. */
const recorded = (name: string) => readFileSync(`harness/tools/supply/fixtures/${name}.json`, 'utf8');
const found = verdictOf(recorded('found'));
const clean = verdictOf(recorded('clean'));
const unavailable = verdictOf(recorded('away'));

describe('npm audit', () => {
  it('reports no advisories', () => expect(clean).toEqual({ kind: 'clean', packages: 668 }));

  it('reports each advisory once, without affected packages', () =>
    expect(found).toEqual({
      kind: 'found',
      packages: 668,
      advisories: [
        'fast-uri <99: Another example (low) https://github.com/advisories/GHSA-dddd-eeee-ffff',
        'handlebars <=4.7.10: Example of an advisory (high) https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
      ],
    }));

  it.each([
    ['a mirror without audits', recorded('away'), /^405 Method Not Allowed - POST https/],
    ['a refused connection', recorded('refused'), /ECONNREFUSED 127\.0\.0\.1:1$/],
    ['an error page of a proxy', '<html>\nLog in\n</html>', /^<html>$/],
    ['empty output', '', /^npm audit wrote nothing$/],
    ['an empty object', '{}', /^\{\}$/],
    ['a number', '7', /^7$/],
    ['a report without a package', recorded('clean').replace('"total": 668', '"total": 0'), /./],
    ['a report without its list', recorded('clean').replace('"vulnerabilities": {},', ''), /./],
  ])('reports no answer for %s', (_, output, reason) =>
    expect(verdictOf(output)).toEqual({ kind: 'unanswered', reason: expect.stringMatching(reason) }),
  );

  it('counts a package whose advisory is not named', () => {
    const output = JSON.stringify({
      vulnerabilities: { a: { name: 'a', severity: 'high', via: ['b'] } },
      metadata: { dependencies: { total: 2 } },
    });
    expect(verdictOf(output)).toEqual({ kind: 'found', packages: 2, advisories: ['a'] });
  });
});

describe('the summary of npm audit', () => {
  const only = { kind: 'found', packages: 1, advisories: ['a'] } as const;
  const both = { kind: 'found', packages: 2, advisories: ['a', 'b'] } as const;

  it.each([
    ['nothing', clean, clean, { passed: 668, failures: [] }],
    ['delivered packages and our tools', only, both, { passed: 0, failures: ['delivered: a', 'run by us: b'] }],
    ['our tools', clean, only, { passed: 0, failures: ['run by us: a'] }],
  ] as const)('includes %s', (_, delivered, all, report) => expect(reportOf(delivered, all)).toEqual(report));

  it.each([
    [unavailable, clean],
    [clean, unavailable],
    [unavailable, found],
  ])('reports an unreachable registry', (delivered, all) => {
    const { failed, note } = readers.audit(reportOf(delivered, all));
    expect(failed).toBe(0);
    expect(note).toMatch(/^not known: the registry does not answer \(405 Method Not Allowed/);
  });

  it('counts advisories', () =>
    expect(readers.audit(reportOf(only, both))).toEqual({
      passed: 0,
      failed: 2,
      failures: ['delivered: a', 'run by us: b'],
    }));
});
