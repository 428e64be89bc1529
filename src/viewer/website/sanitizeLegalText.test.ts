// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { hostileTexts } from '../fixtures/hostileTexts.ts';
import { sanitizeLegalText } from './sanitizeLegalText.ts';

it.each([
  ['', '<p></p>'],
  ['&constructor; &toString; &auml;', '&amp;constructor; &amp;toString; ä'],
  ['House & garden\nRoad 1\n\nPhone 12', '<p>House &amp; garden<br>Road 1</p><p>Phone 12</p>'],
  ['# Imprint\nAda', '<h3>Imprint</h3><p>Ada</p>'],
  ['### Deep', '<h4>Deep</h4>'],
  ['- one\n- **two**', '<ul><li>one</li><li><strong>two</strong></li></ul>'],
  ['2 * 3 * 4 and *so* on', '<p>2 * 3 * 4 and <em>so</em> on</p>'],
  ['1. January\n- and more', '<p>1. January<br>- and more</p>'],
])('sanitizes the Markdown %j', (text, markup) => expect(sanitizeLegalText(text).markup).toBe(markup));

const rel = 'rel="noopener noreferrer"';
it.each([
  ['[us](https://a.test/?x=1&y=2)', `<p><a href="https://a.test/?x=1&amp;y=2" ${rel}>us</a></p>`],
  ['See https://a.test/x.', `<p>See <a href="https://a.test/x" ${rel}>https://a.test/x</a>.</p>`],
  ['ada@a.test', `<p><a href="mailto:ada@a.test" ${rel}>ada@a.test</a></p>`],
  ['[us](javascript:alert)', '<p><a>us</a></p>'],
  ['<a href="tel:+49 1" onclick="x">call</a>', `<a href="tel:+49 1" ${rel}>call</a>`],
  ["<a title=x href='imprint.html'>us</a>", `<a href="imprint.html" ${rel}>us</a>`],
  ['<a href="java&#115;cript:alert(1)">us</a>', '<a>us</a>'],
])('sanitizes the link %j', (text, markup) => expect(sanitizeLegalText(text).markup).toBe(markup));

it.each([
  ['<b>a</b>\nb', '<b>a</b><br>b'],
  ['<p>a</p>\n\n<p>b\nc</p>', '<p>a</p><p>b<br>c</p>'],
  ['<h1 style="x">a</h1>', '<h3>a</h3>'],
  ['<ul>\n<li>a</li>\n</ul>', '<ul><li>a</li></ul>'],
  ['<p>a<div>b', '<p>a</p><div>b</div>'],
  ['</div></dialog><b>a', '<b>a</b>'],
  ['&copy; &amp; &unknown; &#228;', '© &amp; &amp;unknown; ä'],
  ['a < b', '<p>a &lt; b</p>'],
  ['<script>1</script>a<style>b', 'a'],
  ['<!-- a -->b<!-- c', 'b'],
  ['<form><input value="x">a</form>', 'a'],
])('sanitizes the HTML %j', (text, markup) => expect(sanitizeLegalText(text).markup).toBe(markup));

const attacks: readonly (readonly [note: string, markup: string])[] = [
  // Markup that changes when a browser parses it twice
  ['<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">', ''],
  ['<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>', ''],
  ['<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">', ''],
  ['<svg><desc><b>a</b></desc></svg>b', 'b'],
  ['<svg/onload=alert(1)>a', ''],
  ['<math href="javascript:alert(1)">a</math>b', 'b'],
  ['<title><img src=x onerror=alert(1)></title>a', 'a'],
  ['<select><option><style></select><img src=x onerror=alert(1)>', ''],
  ['<xmp><img src=x onerror=alert(1)></xmp>a', 'a'],
  ['<noembed><img src=x onerror=alert(1)></noembed>a', 'a'],
  ['<plaintext>a', 'a'],
  ['<!-- a <!-- b --> c -->d', ' c --&gt;d'],
  ['<!--> <img src=x onerror=alert(1)> -->a', 'a'],
  ['<!--->a', ''],
  ['<!-- a --!><img src=x onerror=alert(1)>', ''],
  ['<![CDATA[<b>a</b>]]>', '&lt;![CDATA[<b>a</b>]]&gt;'],
  ['<a href="java&Tab;script:alert(1)">a</a>', `<a href="java&amp;Tab;script:alert(1)" ${rel}>a</a>`],
  ['<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1)">a</a>', '<a>a</a>'],
  ['<a href="java&#9;script:alert(1)">a</a>', '<a>a</a>'],
  ['<a href="java\tscript:alert(1)">a</a>', '<a>a</a>'],
  ['<a href="\u0001javascript:alert(1)">a</a>', '<a>a</a>'],
  ['<a href="vbscript:x">a</a>', '<a>a</a>'],
  ['<a href="data:text/html,<script>alert(1)</script>">a</a>', '<a>a</a>'],
  ['<a href="data:text/html;base64,PHNjcmlwdD4=">a</a>', '<a>a</a>'],
  ['<img src=data:image/svg+xml;base64,PHN2Zz4=>a', 'a'],
  ['<a href="x" href="javascript:alert(1)">a</a>', `<a href="x" ${rel}>a</a>`],
  [
    '<a href="https://a.test/&quot;onclick=alert(1)//">a</a>',
    `<a href="https://a.test/%22onclick=alert(1)//" ${rel}>a</a>`,
  ],
  ['<a href=https://a.test/`onclick=alert(1)>a</a>', `<a href="https://a.test/%60onclick=alert(1)" ${rel}>a</a>`],
  ['<a href="https://a.test/" target="_self" rel="opener">a</a>', `<a href="https://a.test/" ${rel}>a</a>`],
  ['<p style="background:url(//evil.test/x.png)" class="modal" id="main">a</p>', '<p>a</p>'],
  ['<p style="background:url(javascript:alert(1))">a</p>', '<p>a</p>'],
  ['<b/onclick=alert(1)>a</b>', '<b>a</b>'],
  ['<b\0onclick=alert(1)>a</b>', '<b>a</b>'],
  ['<img src="x" onerror="a>b">c', 'b&quot;&gt;c'],
  ['<p><b><i>a', '<p><b><i>a</i></b></p>'],
  ['<b>a<p>b</b>c', '<b>a</b><p>bc</p>'],
  ['<table><tr><td>a</table>b', '<table><tr><td>a</td></tr></table>b'],
  ['</p></div></dialog></body>a', 'a'],
  ['<p', '&lt;p'],
  ['<a href="x', '&lt;a href=&quot;x'],
  ['<<script>alert(1)//<</script>a', '&lt;a'],
  ['<scr<script>ipt>alert(1)</scr</script>ipt>', ''],
];
it.each(attacks)('neutralizes the attack %j', (text, markup) => expect(sanitizeLegalText(text).markup).toBe(markup));

const ALLOWED =
  /^(p|div|h[3-6]|[uod]l|li|d[td]|t(able|head|body|r|h|d)|blockquote|pre|address|section|a|b|strong|i|em|u|s|small|su[bp]|code|span|br|hr)$/;

describe.each([...hostileTexts, ...attacks.map(([note]) => note)])('the hostile note %j', (text) => {
  it.each([text, `<p>${text}</p>`, `[x](${text})`, `<a href="${text}">x</a>`])('is harmless as %j', (note) => {
    const { body } = new DOMParser().parseFromString(`<dialog>${sanitizeLegalText(note).markup}</dialog>`, 'text/html');
    expect([...body.children].map(({ localName }) => localName)).toEqual(['dialog']);
    for (const element of body.querySelectorAll('dialog *')) {
      expect(element.localName).toMatch(ALLOWED);
      expect(element.getAttributeNames().filter((name) => name !== 'href' && name !== 'rel')).toEqual([]);
      const link = element.getAttribute('href');
      if (link !== null) expect(new URL(link, 'http://page.invalid/').protocol).toMatch(/^(https?|mailto|tel):$/);
    }
  });
});

it.each([
  ['# A\n\n## B\n\n### C', '<h2>A</h2><h2>B</h2><h3>C</h3>'],
  ['<h1>A</h1><h6>B</h6>', '<h2>A</h2><h6>B</h6>'],
])('lowers the headings of %j on a page of its own', (note, markup) =>
  expect(sanitizeLegalText(note, 2).markup).toBe(markup),
);
