// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { hostileTexts } from '../../viewer/fixtures/hostileTexts.ts';
import { cleanSvg } from './sanitizeSvg.ts';

const SVG = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const svg = (inner: string, attributes = '') => `<svg ${SVG} ${attributes}>${inner}</svg>`;

describe('cleaning an SVG keeps drawings', () => {
  it.each([
    ['<path d="M0 0h9" fill="#f00"/>', '<path d="M0 0h9" fill="#f00"/>'],
    ['<style>.a{fill:red}</style><g class="a"/>', '<style>.a{fill:red}</style>'],
    ['<linearGradient id="g"/><rect fill="url(#g)"/>', '<rect fill="url(#g)"/>'],
    ['<image href="data:image/png;base64,AAAA"/>', 'href="data:image/png;base64,AAAA"'],
    ['<text>a &lt; b</text>', '<text>a &lt; b</text>'],
    ['<style><![CDATA[.a{fill:red}]]></style>', '<style>.a{fill:red}</style>'],
  ])('%s', (inner, expected) => expect(cleanSvg(svg(inner))).toContain(expected));
});

describe('cleaning an SVG removes scripts, external references and links', () => {
  it.each([
    svg('<script>alert(1)</script>'),
    svg('<script xlink:href="https://evil.example/x.js"/>'),
    svg('', 'onload="alert(1)"'),
    svg('<g onclick="alert(1)"/>'),
    svg(
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="https://evil.example"/></body></foreignObject>',
    ),
    svg('<a href="javascript:alert(1)"><text>x</text></a>'),
    svg('<image href="https://evil.example/x.png"/>'),
    svg('<use xlink:href="https://evil.example/x.svg#a"/>'),
    svg('<use href="data:image/svg+xml;base64,PHN2Zz4="/>'),
    svg('<style>@import "https://evil.example/x.css";</style>'),
    svg('<rect style="fill:url(https://evil.example/x)"/>'),
    svg('<rect fill="url( \'//evil.example/x\')"/>'),
    svg('<animate attributeName="href" values="javascript:alert(1)"/>'),
    svg('<set attributeName="onclick" to="alert(1)"/>'),
    `<?xml version="1.0"?><?xml-stylesheet href="https://evil.example/x.css"?>${svg('<g/>')}`,
    `<!DOCTYPE svg SYSTEM "https://evil.example/x.dtd">${svg('<g/>')}`,
  ])('%s', (text) =>
    expect(cleanSvg(text)).not.toMatch(/script|onload|onclick|evil|foreignObject|<\?|<!|PHN2|import|data:/i),
  );
});

it.each(['', 'words', '<svg>', '<svg xmlns="http://www.w3.org/2000/svg">', '<html/>', '<svg/>', '{"svg":1}'])(
  'cleaning rejects %j, which is not an SVG',
  (text) => expect(cleanSvg(text)).toBeNull(),
);

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const NAMES = ['href', 'xlink:href', 'fill', 'filter', 'id', 'onload', 'begin', 'values', 'attributeName'];

/** Places where an SVG may contain foreign text, raw and escaped. */
const drawings = (text: string): string[] => [
  text,
  svg(text),
  svg(`<text>${escaped(text)}</text><title>${escaped(text)}</title>`),
  svg(`<style>.a{fill:${escaped(text)}}</style><rect style="fill:${escaped(text)}"/>`),
  ...NAMES.map((name) => svg(`<image ${name}="${escaped(text)}"/>`, name === 'xlink:href' ? '' : `${name}="x"`)),
];

const RUNS = ['script', 'foreignObject', 'a', 'iframe', 'body', 'object', 'embed', 'link', 'meta', 'base'];

describe.each(hostileTexts)('the hostile text %j', (text) => {
  it('has no effect anywhere in a cleaned SVG', () => {
    for (const drawing of drawings(text)) {
      const clean = cleanSvg(drawing);
      if (clean === null) continue;
      const all = [...new DOMParser().parseFromString(clean, 'image/svg+xml').querySelectorAll('*')];
      expect(all.map(({ localName }) => localName).filter((name) => RUNS.includes(name))).toEqual([]);
      for (const { localName, attributes, textContent } of all) {
        for (const { name, value } of attributes) {
          expect(name).not.toMatch(/^on|^srcdoc$/i);
          if (/href$|^src$/.test(name)) expect(value).toMatch(/^\s*(#|data:image\/(png|jpe?g|gif|webp);)/);
          else if (name !== 'id' && !name.startsWith('xmlns')) expect(value).not.toMatch(/url\(\s*['"]?[^#'"\s]/i);
        }
        if (localName === 'style') expect(textContent).not.toMatch(/@import|url\(\s*['"]?[^#'"\s]/i);
      }
    }
  });
});
