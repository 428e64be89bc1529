import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readers } from '../../test/testing/parseTestReports.ts';
import { reportOf, verdictOf } from './npmAuditReport.ts';

/** Written by npm 11: of two advisories, of none, of a mirror that does not know the question, of nobody at all. */
const readFixture = (name: string) => readFileSync(`harness/tools/supply/fixtures/${name}.json`, 'utf8');
const found = verdictOf(readFixture('found'));
const clean = verdictOf(readFixture('clean'));
const away = verdictOf(readFixture('away'));

describe('npm audit', () => {
  it('knows of nothing', () => expect(clean).toEqual({ kind: 'clean', packages: 668 }));

  it('names each advisory once, not what is affected by it', () =>
    expect(found).toEqual({
      kind: 'found',
      packages: 668,
      advisories: [
        'fast-uri <99: Another example (low) https://github.com/advisories/GHSA-dddd-eeee-ffff',
        'handlebars <=4.7.10: Example of an advisory (high) https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
      ],
    }));

  it.each([
    ['a mirror that cannot', readFixture('away'), /^405 Method Not Allowed - POST https/],
    ['nobody', readFixture('refused'), /ECONNREFUSED 127\.0\.0\.1:1$/],
    ['a page of a proxy', '<html>\nLog in\n</html>', /^<html>$/],
    ['no word', '', /^npm audit wrote nothing$/],
    ['an empty object', '{}', /^\{\}$/],
    ['a number', '7', /^7$/],
    ['a judgment of no package', readFixture('clean').replace('"total": 668', '"total": 0'), /./],
    ['a judgment without its list', readFixture('clean').replace('"vulnerabilities": {},', ''), /./],
  ])('has no answer of %s', (_, output, reason) =>
    expect(verdictOf(output)).toEqual({ kind: 'unanswered', reason: expect.stringMatching(reason) }),
  );

  it('counts a package whose advisory it does not name', () => {
    const output = JSON.stringify({
      vulnerabilities: { a: { name: 'a', severity: 'high', via: ['b'] } },
      metadata: { dependencies: { total: 2 } },
    });
    expect(verdictOf(output)).toEqual({ kind: 'found', packages: 2, advisories: ['a'] });
  });
});

describe('the summary', () => {
  const only = { kind: 'found', packages: 1, advisories: ['a'] } as const;
  const both = { kind: 'found', packages: 2, advisories: ['a', 'b'] } as const;

  it.each([
    ['nothing', clean, clean, { passed: 668, failures: [] }],
    ['what is delivered, and what we run', only, both, { passed: 0, failures: ['delivered: a', 'run by us: b'] }],
    ['what we run', clean, only, { passed: 0, failures: ['run by us: a'] }],
  ] as const)('tells of %s', (_, delivered, all, report) => expect(reportOf(delivered, all)).toEqual(report));

  it.each([
    [away, clean],
    [clean, away],
    [away, found],
  ])('says that the registry does not answer', (delivered, all) => {
    const { failed, note } = readers.audit(reportOf(delivered, all));
    expect(failed).toBe(0);
    expect(note).toMatch(/^not known: the registry does not answer \(405 Method Not Allowed/);
  });

  it('counts what was found', () =>
    expect(readers.audit(reportOf(only, both))).toEqual({
      passed: 0,
      failed: 2,
      failures: ['delivered: a', 'run by us: b'],
    }));
});
