import { cleanSvg } from '../../../../src/app/browser/sanitizeSvg.ts';
import { parseIngestMetadata } from '../../../../src/media/stored/metadata.ts';
import { WebVTT } from '../../../../src/viewer/browser/patchVideojsVtt.ts';
import { hostileTexts } from '../../../../src/viewer/fixtures/hostileTexts.ts';
import { channelForViewers } from '../../../../src/viewer/player/channelForViewers.ts';
import { configFile } from '../../../../src/viewer/player/config.ts';
import { iframeCode } from '../../../../src/viewer/player/iframe.ts';
import { oembedJson, oembedXml } from '../../../../src/viewer/player/oembed.ts';
import { playerPage } from '../../../../src/viewer/player/playerFiles.ts';
import { filesBeside } from '../../../../src/viewer/website/generatedFiles.ts';
import { defaultPage } from '../../../../src/viewer/website/page.ts';
import { shell } from '../../../../src/viewer/website/sandboxedPage.ts';
import { sanitizeLegalText } from '../../../../src/viewer/website/sanitizeLegalText.ts';
import { parseWebsiteSettings } from '../../../../src/viewer/website/settings.ts';
import { record, text } from '../kinds.ts';
import { must } from '../must.ts';
import { target } from '../target.ts';
import { CHANNEL } from './exampleCore.ts';

/** Needs a document. jsdom is slow with long input. */
const words = text({ words: hostileTexts, most: 1500 });

interface PageTexts {
  readonly name: string;
  readonly about: string;
  readonly link: string;
  readonly color: string;
}

function render({ name, about, link, color }: PageTexts) {
  const meta = { name, description: about, author: { name, description: about } };
  const player = { logo: { image: link, link, position: color }, poster: link };
  const channel = channelForViewers(CHANNEL, parseIngestMetadata({ version: 1, meta, player, license: color }));
  const settings = parseWebsiteSettings({
    title: name,
    imprint: about,
    terms: about,
    bgimage_url: link,
    bgcolor_header: color,
    inject1: about,
  });
  const address = 'https://core.example';
  const page = {
    address,
    file: 'index.html',
    settings,
    channel,
    channels: [
      { ...channel, egresses: [] },
      { ...channel, egresses: [] },
    ],
  };
  return { channel, address, page };
}

function skeletonOf(source: string, type: 'text/html' | 'text/xml'): string {
  const found = new DOMParser().parseFromString(source, type);
  return [...found.querySelectorAll('*')]
    .map((element) => `${element.localName}(${element.getAttributeNames().join()})`)
    .join(' ');
}

const isDangerous = (address: string) => /^(javascript|data|vbscript):/i.test(address.replace(/[\s\p{Cc}]/gu, ''));

/** Empty fields change the markup. All other contents must not. */
const filled = (value: string) => (value.trim() === '' ? '' : 'x');

const pages = target<PageTexts>({
  name: 'pages: markup is written, and none is entered',
  reads: [
    ...(['src/viewer/markup.ts', 'src/viewer/player/playerFiles.ts', 'src/viewer/player/oembed.ts'] as const),
    ...(['src/viewer/player/iframe.ts', 'src/viewer/website/page.ts', 'src/viewer/website/sandboxedPage.ts'] as const),
    'src/viewer/website/generatedFiles.ts',
  ],
  kind: record({
    name: words,
    about: words,
    link: words,
    color: text({ words: [...hostileTexts, 'red', '#fff', 'rgba(0,0,0,1)'], most: 200 }),
  }),
  examples: [
    { name: 'Studio', about: 'Two\nlines', link: 'https://a.example/x.png', color: '#fff' },
    { name: 'a', about: '', link: '', color: 'CC BY 4.0' },
  ],
  bounds: { growTo: 32 * 1024, baseMs: 500, msPerKb: 60, output: 40, outputBase: 40_000 },
  staysSmall: 'a document is made of a dozen pages for each input; `make fuzz` grows them',
  run(texts) {
    const { channel, address, page } = render(texts);
    const site = shell(page);
    const sources = [
      ['text/html', String(playerPage(channel, address).body)],
      ['text/html', site],
      ['text/html', defaultPage(page, 'alone')],
      ['text/html', iframeCode(channel, address)],
      ['text/xml', String(oembedXml(channel, address).body)],
      ...filesBeside([page]).flatMap(({ path, body }) => {
        if (path.endsWith('.json')) return [];
        return [[path.endsWith('.xml') ? 'text/xml' : 'text/html', String(body)] as const];
      }),
    ] as const;
    const plain = render({ name: filled(texts.name), about: filled(texts.about), link: '', color: '' });
    const expected = skeletonOf(String(playerPage(plain.channel, address).body), 'text/html');
    const [[, player]] = sources;
    // Blanks alone produce a paragraph, an empty field does not.
    if (texts.name.trim() === texts.name && texts.about.trim() === texts.about)
      must(skeletonOf(player, 'text/html') === expected, 'the player page has other elements');
    for (const [type, source] of sources) {
      const found = new DOMParser().parseFromString(source, type);
      must(found.querySelector('parsererror') === null, 'not well-formed');
      for (const element of found.querySelectorAll('*')) {
        const names = element.getAttributeNames();
        must(
          !names.some((name) => name.startsWith('on') || name === 'srcdoc'),
          () => `${element.localName} has ${names}`,
        );
        for (const name of ['href', 'src', 'action', 'data'])
          must(!isDangerous(element.getAttribute(name) ?? ''), () => element.outerHTML);
        if (element.localName !== 'script') continue;
        // Structured data for search engines is not executed.
        const isData = element.getAttribute('type') === 'application/ld+json';
        must(
          isData ? JSON.parse(element.textContent ?? '') !== null : element.textContent === '',
          'a script of its own',
        );
      }
    }
    const config = String(configFile(channel).body)
      .replace(/^var playerConfig = /, '')
      .replace(/;\n$/, '');
    must(!/[<>]/.test(config), 'markup in the config');
    return [JSON.parse(config), JSON.parse(String(oembedJson(channel, address).body))];
  },
  findings: [],
});

/** Imprint and terms are served from the interface's origin, so their markup is rebuilt. */
const notes = target({
  name: 'pages: notes of the operator',
  reads: ['src/viewer/website/sanitizeLegalText.ts'],
  kind: text({
    words: [
      ...hostileTexts,
      ...[
        '# ',
        '- ',
        '**',
        '*',
        '[a](',
        ')',
        '\n',
        '\n\n',
        'https://a.example/?b&c',
        'ada@a.example',
        '&amp;',
        '&#106;',
      ],
      ...['<a href="', '<a href=', '">', '</a>', '<p>', '</p>', '<ul>', '<li>', '<table>', '<td>', '<!--', '-->', '<b'],
    ],
    most: 4000,
  }),
  examples: [
    '# Imprint\nAda **Road** 1\n\n- [us](https://a.example)',
    '<h2>Imprint</h2>\n<p>Ada &amp; <a href="x">us</a></p>',
  ],
  bounds: { growTo: 32 * 1024, baseMs: 500, msPerKb: 60, output: 40, outputBase: 4000 },
  staysSmall: 'the document takes the time; interfaceParsers.ts grows the same texts without one',
  run(texts) {
    const { body } = new DOMParser().parseFromString(
      `<dialog>${sanitizeLegalText(texts).markup}</dialog>`,
      'text/html',
    );
    must(body.children.length === 1, 'it leaves its place');
    for (const element of body.querySelectorAll('dialog *')) {
      must(WRITTEN.test(element.localName), () => `a note made <${element.localName}>`);
      const odd = element.getAttributeNames().filter((name) => name !== 'href' && name !== 'rel');
      must(odd.length === 0, () => `a note made the attributes ${odd}`);
      must(!isDangerous(element.getAttribute('href') ?? ''), () => element.outerHTML);
    }
    return body.textContent ?? '';
  },
  findings: [],
});

const WRITTEN =
  /^(p|div|h[3-6]|[uod]l|li|d[td]|t(able|head|body|r|h|d)|blockquote|pre|address|section|a|b|strong|i|em|u|s|small|su[bp]|code|span|br|hr)$/;

const SVG = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const drawn = (inner: string) => `<svg ${SVG}>${inner}</svg>`;

const pictures = target({
  name: 'pages: pictures that may stand on our origin',
  reads: ['src/app/browser/sanitizeSvg.ts'],
  kind: text({
    words: [
      ...[
        '<script>',
        '</script>',
        '<style>',
        '</style>',
        '<a href="',
        '<use href="',
        '<image href="',
        '<foreignObject>',
        '<g ',
        '/>',
        '</g>',
      ],
      ...[
        'onload="',
        'style="',
        'xlink:href="',
        'fill="url(',
        'url(#a)',
        'javascript:alert(1)',
        'https://evil.example/',
        'data:image/png;base64,AA',
      ],
      ...[
        '@import "',
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
        '&#106;',
        '&amp;',
        ' xmlns="http://www.w3.org/1999/xhtml"',
        '<set attributeName="href" to="',
        '<animate ',
      ],
    ],
  }),
  examples: [
    drawn('<path d="M0 0h9" fill="#f00"/>'),
    drawn('<style>.a{fill:url(#g)}</style><g class="a"><text>a &lt; b</text></g>'),
    drawn('<linearGradient id="g"/><rect fill="url(#g)"/><image href="data:image/png;base64,AAAA"/>'),
    drawn('<script>alert(1)</script><a xlink:href="javascript:alert(1)"><text>x</text></a>'),
    drawn('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="x"/></body></foreignObject>'),
  ],
  // jsdom's XML parser is quadratic in the depth of elements that stay open; browsers are not.
  bounds: { growTo: 8 * 1024, baseMs: 500, msPerKb: 100, output: 12 },
  run(source) {
    const clean = cleanSvg(source);
    if (clean === null) return null;
    must(cleanSvg(clean) === clean, () => `cleaned again it is another: ${clean} and ${cleanSvg(clean)}`);
    for (const type of ['image/svg+xml', 'text/html'] as const) {
      const found = new DOMParser().parseFromString(clean, type);
      must(
        found.querySelector('script, foreignObject, iframe, object, embed, a, link, meta, base') === null,
        () => clean,
      );
      for (const element of found.querySelectorAll('*')) {
        for (const { name, localName, value } of element.attributes) {
          must(!/^on/i.test(localName), () => `${name} runs: ${clean}`);
          if (/(^|:)(href|src)$/.test(name))
            must(/^\s*(#|data:image\/)/i.test(value), () => `${name} leads to ${value}`);
          if (!name.startsWith('xmlns'))
            must(!/url\(\s*['"]?\s*(?!#|data:image|['"]?#)[a-z/]/i.test(value), () => `${name} loads ${value}`);
        }
      }
    }
    return clean;
  },
  findings: [],
});

/** Captions of a stream are untrusted, and rendered over it. */
const captions = target({
  name: 'pages: captions of a stream',
  reads: ['src/viewer/browser/patchVideojsVtt.ts'],
  kind: text({
    words: [
      ...hostileTexts,
      'WEBVTT\n\n',
      '00:00:01.000 --> 00:00:02.000\n',
      '<c.red>',
      '<v Ada>',
      '<ruby>',
      '&amp;',
      '\n\n',
    ],
    most: 4000,
  }),
  examples: ['WEBVTT\n\n00:00:01.000 --> 00:00:02.000 align:start\n<v Ada>Good <b>morning</b> &amp; more\n'],
  bounds: { growTo: 64 * 1024, baseMs: 300, msPerKb: 30, output: 40, outputBase: 40_000 },
  run(input) {
    // Decoded bytes contain no lone surrogates.
    const decoded = new TextDecoder().decode(new TextEncoder().encode(input));
    const parser = new WebVTT.Parser(window, WebVTT.StringDecoder());
    const texts: string[] = [];
    parser.oncue = (cue) => texts.push(cue.text);
    parser.onparsingerror = () => {};
    parser.parse(decoded.startsWith('WEBVTT') ? decoded : `WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n${decoded}`);
    parser.flush();
    return texts.slice(0, 20).map((text) => {
      const shown = WebVTT.convertCueToDOMTree(window, text);
      for (const element of shown?.querySelectorAll('*') ?? []) {
        must(SPOKEN.includes(element.localName), () => `a caption made <${element.localName}>`);
        const odd = element.getAttributeNames().filter((name) => !['class', 'title', 'lang', 'style'].includes(name));
        must(odd.length === 0, () => `a caption made the attributes ${odd}`);
        const style = element.getAttribute('style') ?? '';
        must(/^((background-)?color: [\w(), ]+;? ?)*$/.test(style), () => `a caption has the style ${style}`);
      }
      return shown?.textContent ?? '';
    });
  },
  findings: [
    { input: '<constructor', why: 'a tag named like what every object inherits ended all captions' },
    { input: '<c.red>'.repeat(9_000), why: 'tags within each other took the square of their number' },
  ],
});

const SPOKEN = ['span', 'i', 'b', 'u', 'ruby', 'rt'];

export const viewerDocument = [pages, notes, pictures, captions];
