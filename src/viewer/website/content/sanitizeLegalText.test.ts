// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { hostileTexts } from '../../fixtures/hostileTexts.ts';
import { noteMarkup } from './sanitizeLegalText.ts';

it.each([
  ['', '<p></p>'],
  ['House & garden\nRoad 1\n\nPhone 12', '<p>House &amp; garden<br>Road 1</p><p>Phone 12</p>'],
  ['# Imprint\nAda', '<h3>Imprint</h3><p>Ada</p>'],
  ['### Deep', '<h4>Deep</h4>'],
  ['- one\n- **two**', '<ul><li>one</li><li><strong>two</strong></li></ul>'],
  ['2 * 3 * 4 and *so* on', '<p>2 * 3 * 4 and <em>so</em> on</p>'],
  ['1. January\n- and more', '<p>1. January<br>- and more</p>'],
])('Markdown %j', (text, markup) => expect(noteMarkup(text).markup).toBe(markup));

const rel = 'rel="noopener noreferrer"';
it.each([
  ['[us](https://a.test/?x=1&y=2)', `<p><a href="https://a.test/?x=1&amp;y=2" ${rel}>us</a></p>`],
  ['See https://a.test/x.', `<p>See <a href="https://a.test/x" ${rel}>https://a.test/x</a>.</p>`],
  ['ada@a.test', `<p><a href="mailto:ada@a.test" ${rel}>ada@a.test</a></p>`],
  ['[us](javascript:alert)', '<p><a>us</a></p>'],
  ['<a href="tel:+49 1" onclick="x">call</a>', `<a href="tel:+49 1" ${rel}>call</a>`],
  ["<a title=x href='imprint.html'>us</a>", `<a href="imprint.html" ${rel}>us</a>`],
  ['<a href="java&#115;cript:alert(1)">us</a>', '<a>us</a>'],
])('the link %j', (text, markup) => expect(noteMarkup(text).markup).toBe(markup));

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
])('HTML %j', (text, markup) => expect(noteMarkup(text).markup).toBe(markup));

const ALLOWED =
  /^(p|div|h[3-6]|[uod]l|li|d[td]|t(able|head|body|r|h|d)|blockquote|pre|address|section|a|b|strong|i|em|u|s|small|su[bp]|code|span|br|hr)$/;

describe.each(hostileTexts)('%j', (text) => {
  it.each([text, `<p>${text}</p>`, `[x](${text})`, `<a href="${text}">x</a>`])('is harmless as %j', (note) => {
    const { body } = new DOMParser().parseFromString(`<dialog>${noteMarkup(note).markup}</dialog>`, 'text/html');
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
])('on a page of its own, %j', (note, markup) => expect(noteMarkup(note, 2).markup).toBe(markup));
