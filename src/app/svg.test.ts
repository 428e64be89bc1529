// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { cleaned } from './svg.ts';

const SVG = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const svg = (inner: string, attributes = '') => `<svg ${SVG} ${attributes}>${inner}</svg>`;

describe('what is drawn stays', () => {
  it.each([
    ['<path d="M0 0h9" fill="#f00"/>', '<path d="M0 0h9" fill="#f00"/>'],
    ['<style>.a{fill:red}</style><g class="a"/>', '<style>.a{fill:red}</style>'],
    ['<linearGradient id="g"/><rect fill="url(#g)"/>', '<rect fill="url(#g)"/>'],
    ['<image href="data:image/png;base64,AAAA"/>', 'href="data:image/png;base64,AAAA"'],
    ['<text>a &lt; b</text>', '<text>a &lt; b</text>'],
  ])('%s', (inner, kept) => expect(cleaned(svg(inner))).toContain(kept));
});

describe('what runs, loads or leads away goes', () => {
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
    expect(cleaned(text)).not.toMatch(/script|onload|onclick|evil|foreignObject|<\?|<!|PHN2|import|data:/i),
  );
});

it.each(['', 'words', '<svg>', '<svg xmlns="http://www.w3.org/2000/svg">', '<html/>', '<svg/>', '{"svg":1}'])(
  '%j is none',
  (text) => expect(cleaned(text)).toBeNull(),
);
