import { expect, it } from 'vitest';
import { createEtag, planResponse } from './responsePlan.ts';

const lastModified = new Date('2026-11-20T21:36:32.500Z');
const file = { name: '/a.ts', sizeBytes: 10_000, lastModified, version: 'one', changedAtMs: 0 };
const tag = createEtag(file);
const whole = { kind: 'whole', encoding: null };

it.each([
  [{}, whole],
  [{ range: 'bytes=0-99' }, { kind: 'part', range: { start: 0, end: 99 } }],
  [{ range: 'bytes=100-' }, { kind: 'part', range: { start: 100, end: 9999 } }],
  [{ range: 'bytes=-100' }, { kind: 'part', range: { start: 9900, end: 9999 } }],
  [{ range: 'bytes=-20000' }, { kind: 'part', range: { start: 0, end: 9999 } }],
  [{ range: 'bytes=9999-20000' }, { kind: 'part', range: { start: 9999, end: 9999 } }],
  [{ range: 'bytes=10000-' }, { kind: 'unsatisfiable' }],
  [{ range: 'bytes=-0' }, { kind: 'unsatisfiable' }],
  [{ range: 'bytes=9-1' }, whole],
  [{ range: 'bytes=-' }, whole],
  [{ range: 'bytes=0-1,5-6' }, whole],
  [{ range: 'lines=0-1' }, whole],
  [
    { range: 'bytes=0-1', 'if-range': tag },
    { kind: 'part', range: { start: 0, end: 1 } },
  ],
  [{ range: 'bytes=0-1', 'if-range': '"other"' }, whole],
  [
    { range: 'bytes=0-1', 'if-range': 'Fri, 20 Nov 2026 21:36:32 GMT' },
    { kind: 'part', range: { start: 0, end: 1 } },
  ],
  [{ 'if-none-match': tag }, { kind: 'unchanged' }],
  [{ 'if-none-match': `"x", W/${tag}` }, { kind: 'unchanged' }],
  [{ 'if-none-match': '*' }, { kind: 'unchanged' }],
  [{ 'if-none-match': '"x"', 'if-modified-since': 'Fri, 20 Nov 2026 21:36:32 GMT' }, whole],
  [{ 'if-modified-since': 'Fri, 20 Nov 2026 21:36:32 GMT' }, { kind: 'unchanged' }],
  [{ 'if-modified-since': 'Fri, 20 Nov 2026 21:36:31 GMT' }, whole],
  // The clock was set back since then.
  [{ 'if-modified-since': 'Mon, 23 Nov 2026 21:36:32 GMT' }, whole],
  [{ 'if-modified-since': 'yesterday' }, whole],
  [{ 'accept-encoding': 'gzip, deflate, br' }, { kind: 'whole', encoding: 'br' }],
  [{ 'accept-encoding': 'gzip;q=1, br;q=0' }, { kind: 'whole', encoding: 'gzip' }],
  [{ 'accept-encoding': 'identity' }, whole],
])('the response to a request with %j is planned', (headers, plan) =>
  expect(planResponse(headers, file, ['br', 'gzip'])).toEqual(plan),
);

it('a small file is not compressed', () => {
  expect(planResponse({ 'accept-encoding': 'gzip' }, { ...file, sizeBytes: 999 }, ['gzip'])).toEqual(whole);
});

it('an empty file is sent whole, and any range of it is unsatisfiable', () => {
  expect(planResponse({ range: 'bytes=0-' }, { ...file, sizeBytes: 0 }, [])).toEqual({ kind: 'unsatisfiable' });
  expect(planResponse({}, { ...file, sizeBytes: 0 }, [])).toEqual(whole);
});
