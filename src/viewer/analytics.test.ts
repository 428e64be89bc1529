import { expect, it } from 'vitest';
import { analyticsOf, analyticsScript } from './analytics.ts';

it.each([
  ['G-AB12CD34EF', 'G-AB12CD34EF'],
  [' g-ab12cd34ef ', 'G-AB12CD34EF'],
  ['', null],
  ['UA-1234567-1', null],
  ['GTM-AB12CD', null],
  ['G-', null],
  ['G-AB', null],
  [`G-${'A'.repeat(21)}`, null],
  ['G-AB12CD34EF\nG-AB12CD34EF', null],
  ['G-AB12CD34EF"><script>alert(1)</script>', null],
  ["G-AB12CD34EF' https://evil.example", null],
  ['G-ÄÖÜ1234', null],
])('the measurement id %j is read as %j', (account, expected) =>
  expect(analyticsOf({ account, name: '' })?.account ?? null).toBe(expected),
);

it('a page has the script only if it counts, and its texts cannot leave their attributes', () => {
  expect(analyticsScript(null, 'Studio').markup).toBe('');
  const name = `"><script>alert(1)</script>${'x'.repeat(200)}`;
  const { markup } = analyticsScript(analyticsOf({ account: 'G-AB12CD34EF', name }), '"><img src=x onerror=alert(1)>');
  expect(markup.match(/<|>/g)).toHaveLength(4);
  expect(markup).toMatch(/^<script src="player\/videojs\/dist\/analytics\.min\.js" data-account="G-AB12CD34EF" /);
  expect(markup).toContain('data-subject="&quot;&gt;&lt;img');
  expect(markup.match(/x+(?=" data-subject)/)?.[0].length).toBeLessThan(100);
});
