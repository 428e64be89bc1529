import { describe, expect, it } from 'vitest';
import { html, inScript, raw, safeLink } from './markup.ts';

describe('an html template', () => {
  it.each([
    ['text', html`<p>${'<script>alert(1)</script>'}</p>`, '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ['attributes', html`<a title="${`"'\` onload=x`}">`, '<a title="&quot;&#39;&#96; onload=x">'],
    ['no entity twice', html`${'&lt;'}`, '&amp;lt;'],
    ['figures', html`<i>${1}</i>`, '<i>1</i>'],
    ['keeps markup', html`<b>${html`<i>${'&'}</i>`}</b>`, '<b><i>&amp;</i></b>'],
    ['lists', html`<ul>${['a', '<'].map((x) => html`<li>${x}</li>`)}</ul>`, '<ul><li>a</li><li>&lt;</li></ul>'],
    ['nothing', html`${''}${raw('')}${[]}`, ''],
    ['removes control characters', html`${'a\u0000b\u000bc\ud800d\n😀'}`, 'abcd\n😀'],
  ])('escapes its values: %s', (_, { markup }, expected) => expect(markup).toBe(expected));
});

it.each([
  ['</script><script>', '"\\u003c/script\\u003e\\u003cscript\\u003e"'],
  ['<!--', '"\\u003c!--"'],
  ['a\u2028b\u2029', '"a\\u2028b\\u2029"'],
  [{ name: '"\\' }, '{"name":"\\"\\\\"}'],
])('inScript keeps the value %j and escapes it for a script', (value, expected) => {
  expect(inScript(value)).toBe(expected);
  expect(JSON.parse(inScript(value))).toEqual(value);
});

it.each([
  ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
  [' http://example.com ', 'http://example.com/'],
  ['/channels/x/logo.png', '/channels/x/logo.png'],
  ['memfs/x.jpg', 'memfs/x.jpg'],
  ['', ''],
  ['javascript:alert(1)', ''],
  ['JaVaScript:alert(1)', ''],
  ['java\nscript:alert(1)', ''],
  ['\u0001javascript:alert(1)', ''],
  ['data:text/html,<script>', ''],
  ['vbscript:x', ''],
  ['blob:http://x/y', ''],
  ['http://', ''],
])('safeLink accepts or rejects %j', (text, expected) => expect(safeLink(text)).toBe(expected));
