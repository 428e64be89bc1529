// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { contrastOf, LEGIBLE, rgbOf } from '../contrast.ts';
import { ADDRESS, namedChannel, pageSaying } from '../fixtures/renderTestPages.ts';
import { PALETTES } from './colors.ts';
import { filesBeside } from './generatedFiles.ts';
import { defaultPage } from './page.ts';
import { shell } from './sandboxedPage.ts';

const read = (markup: string) => new DOMParser().parseFromString(markup, 'text/html');
const pageOf = (channels: Readonly<Record<string, object>>, stored: object = {}) =>
  read(defaultPage(pageSaying(channels, stored), 'alone'));
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`c${i}`, namedChannel(`Channel ${i}`)]));
const texts = (page: Document, selector: string) =>
  [...page.querySelectorAll(selector)].map(({ textContent }) => textContent?.replace(/\s+/g, ' ').trim());

it('the last image is loaded before scripts and styles of the player', () => {
  const page = pageOf({ a: namedChannel('Alpha') });
  expect(page.querySelector('#player img')?.getAttribute('src')).toBe('memfs/a.jpg');
  expect(
    [...page.head.querySelectorAll('script:not([type]), link[rel=stylesheet]')].map((element) => element.outerHTML),
  ).toEqual(['<link rel="stylesheet" href="playersite/website.css">']);
  for (const script of page.querySelectorAll('script[src]')) {
    expect(script.hasAttribute('defer')).toBe(true);
    expect(page.querySelector('main')?.contains(script)).toBe(false);
  }
  expect(page.querySelector('noscript a')).toBeDefined();
  expect(page.body.innerHTML).toContain('<a href="memfs/a.m3u8">Open the stream in another app</a>');
});

describe('the measurement id of a website page', () => {
  const counted = { ga: { account: 'G-WEBSITE1', name: 'site' } };
  const player = { player: { ga: { account: 'G-PLAYER12' } } };
  it.each([
    ['nothing', {}, {}, []],
    ['that of the website', {}, counted, ['G-WEBSITE1']],
    ['that of the player', player, {}, ['G-PLAYER12']],
    ['that of the website rather than that of the player', player, counted, ['G-WEBSITE1']],
    ['nothing that is no measurement id', {}, { ga: { account: 'UA-1-1' } }, []],
  ])('is %s', (_, channel, stored, ids) => {
    const page = pageOf({ a: namedChannel('Alpha', channel) }, stored);
    const scripts = (markup: Document) =>
      [...markup.scripts].filter(({ src }) => src.includes('analytics')).map(({ dataset }) => dataset.account);
    expect(scripts(page)).toEqual(ids);
    const policy = page.querySelector('meta[http-equiv]')?.getAttribute('content') ?? '';
    expect(policy.includes('google-analytics')).toBe(ids.length > 0);
    // The outer page counts, as the interface's preview shows the inner one.
    const framed = pageSaying({ a: namedChannel('Alpha', channel) }, { ...stored, inject1: '<b></b>' });
    expect(scripts(read(shell(framed)))).toEqual(ids);
    expect(scripts(read(defaultPage(framed, 'framed')))).toEqual([]);
  });
});

it.each([
  [1, 0, false],
  [2, 2, false],
  [11, 11, false],
  [12, 12, true],
])('of %d channels %d are listed, with a search field: %s', (count, listed, searched) => {
  const page = pageOf(many(count));
  expect(page.querySelectorAll('nav li').length).toBe(listed);
  expect(page.querySelector('input[type=search]') !== null).toBe(searched);
});

it('a listed channel links to its page and shows its image or first letter', () => {
  const page = pageOf({
    a: namedChannel('Alpha'),
    b: namedChannel('  ß', { player: { poster: 'https://a.test/p.png' } }),
  });
  const cards = [...page.querySelectorAll('nav a')];
  expect(cards.map((card) => [card.getAttribute('href'), card.getAttribute('aria-current')])).toEqual([
    ['playersite_a.html', 'page'],
    ['playersite_b.html', null],
  ]);
  const images = cards.map((card) => card.querySelector('img'));
  expect(images.map((image) => image?.dataset.snapshot)).toEqual(['memfs/a.jpg', '']);
  expect([...page.querySelectorAll('.picture')].map((each) => each.getAttribute('data-initial'))).toEqual(['A', 'ß']);
});

describe('an announced start', () => {
  const at = (startsAt: string) => ({ player: { startsAt } });
  const [late, soon] = ['2030-01-02T18:00:00+02:00', '2029-12-31T08:30:00Z'];

  it('is shown at the channel in UTC', () => {
    const page = pageOf({ a: namedChannel('Alpha', at(late)) });
    expect(texts(page, '.starts')).toEqual(['Scheduled start: 2030-01-02 16:00 UTC']);
    expect(page.querySelector('.starts time')?.getAttribute('datetime')).toBe(late);
    expect(page.querySelector('.schedule')).toBeNull();
  });

  it('of other channels makes a schedule, earliest first', () => {
    const page = pageOf({
      a: namedChannel('Alpha', at(late)),
      b: namedChannel('Beta', at(soon)),
      c: namedChannel('Gamma'),
    });
    expect(texts(page, '.schedule li')).toEqual(['Beta 2029-12-31 08:30 UTC', 'Alpha 2030-01-02 16:00 UTC']);
  });
});

it.each([
  ['CC BY-SA 4.0', 'https://creativecommons.org/licenses/by-sa/4.0/', 'player/videojs/dist/licenses/by-sa.svg'],
  ['CC0 1.0', 'https://creativecommons.org/publicdomain/zero/1.0/', 'player/videojs/dist/licenses/cc-zero.svg'],
  ['none', undefined, undefined],
  ['of my own', undefined, undefined],
])('the license "%s" has its link and badge, or none', (license, link, badge) => {
  const found = pageOf({ a: namedChannel('Alpha', { license }) }).querySelector('.license a');
  expect(found?.getAttribute('href') ?? undefined).toBe(link);
  expect(found?.querySelector('img')?.getAttribute('src')).toBe(badge);
  if (found)
    expect([found.getAttribute('rel'), found.querySelector('img')?.alt]).toEqual([
      'license noopener noreferrer',
      license,
    ]);
});

it('the page describes the broadcast to search engines', () => {
  const page = pageOf(
    { a: namedChannel('Alpha', { license: 'CC BY 4.0', player: { startsAt: '2030-01-02T16:00:00Z' } }) },
    { title: 'House' },
  );
  expect(JSON.parse(page.querySelector('script[type="application/ld+json"]')?.textContent ?? '')).toMatchObject({
    '@type': 'BroadcastEvent',
    name: 'Alpha',
    url: `${ADDRESS}/`,
    isLiveBroadcast: true,
    startDate: '2030-01-02T16:00:00Z',
    publishedOn: { name: 'House' },
    workPerformed: { embedUrl: `${ADDRESS}/a.html`, license: 'https://creativecommons.org/licenses/by/4.0/' },
  });
});

describe('imprint and terms', () => {
  const stored = { title: 'House', imprint: 'Ada\nRoad 1', terms: '<b>Watch</b><script>1</script>' };
  const page = pageSaying({ a: namedChannel('Alpha'), b: namedChannel('Beta') }, stored);

  it('are dialogs on every page, and links without scripts', () => {
    const found = read(defaultPage(page, 'alone'));
    expect([...found.querySelectorAll('footer a[data-opens]')].map((link) => link.getAttribute('href'))).toEqual([
      'playersite_imprint.html',
      'playersite_terms.html',
    ]);
    expect(found.querySelector('#imprint .note')?.innerHTML).toBe('<p>Ada<br>Road 1</p>');
    expect(found.querySelector('#terms .note')?.innerHTML).toBe('<b>Watch</b>');
  });

  it('are also pages with their own addresses', () => {
    const [imprint, terms] = filesBeside([page]);
    expect([imprint?.path, terms?.path]).toEqual(['/playersite_imprint.html', '/playersite_terms.html']);
    const found = read(String(imprint?.body));
    expect(found.title).toBe('Imprint · House');
    expect(found.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(`${ADDRESS}/playersite_imprint.html`);
    expect(found.querySelector('article')?.innerHTML).toContain('<p>Ada<br>Road 1</p>');
    expect(found.querySelector('meta[http-equiv]')?.getAttribute('content')).toMatch(
      /^default-src 'none'; script-src 'self'; /,
    );
  });

  it('are missing if nothing was entered', () =>
    expect(filesBeside([pageSaying({ a: namedChannel('Alpha') }, { imprint: ' \n' })]).map(({ path }) => path)).toEqual(
      ['/playersite/feed.xml', '/playersite/feed.json'],
    ));
});

describe('the colors of the website', () => {
  const styleOf = (stored: object) =>
    pageOf({ a: namedChannel('Alpha') }, stored).querySelector('style')?.textContent ?? '';

  it('follow the system until one was chosen', () => {
    expect(styleOf({})).toMatch(
      /color-scheme: dark;.*--page: #101416;.*prefers-color-scheme: light.*--page: #f5f7f7;/s,
    );
    const chosen = styleOf({ hrcolor: 'red' });
    expect(chosen).toContain('--line: red;');
    expect(chosen).toContain('--page: rgba(56,56,56,1);');
  });

  it.each([
    ['the default of other releases', { hrcolor: 'red' }, 'dark'],
    ['a light ground', { bgcolor_default: '#fbf7f0' }, 'light'],
    ['a dark background', { bgcolor_default: 'hsl(255, 38%, 9%)' }, 'dark'],
    ['a nearly transparent background', { bgcolor_default: 'rgba(0, 0, 0, .1)' }, 'light'],
    ['a named color that is not computed', { bgcolor_default: 'rebeccapurple' }, undefined],
  ])('have a color scheme with %s', (_, stored, scheme) =>
    expect(styleOf(stored).match(/color-scheme: (\w+);/)?.[1]).toBe(scheme),
  );

  it.each(Object.entries(PALETTES))('have sufficient contrast in the palette %s', (_, palette) => {
    const on = (text: keyof typeof palette, ground: keyof typeof palette) =>
      contrastOf(rgbOf(palette[text]), rgbOf(palette[ground]));
    for (const ground of ['bgcolor_default', 'bgcolor_selected', 'bgcolor_unselected'] as const)
      for (const text of ['textcolor_title', 'textcolor_default', 'textcolor_link', 'textcolor_link_hover'] as const)
        expect(on(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(LEGIBLE.text);
    expect(on('textcolor_title', 'bgcolor_header')).toBeGreaterThanOrEqual(LEGIBLE.text);
  });
});

describe('the header above the player', () => {
  const above = (stored: object) => {
    const page = pageOf({ a: namedChannel('Alpha') }, stored);
    const header = page.querySelector('header');
    return {
      hidden: header?.hidden,
      text: header?.textContent?.replace(/\s+/g, ' ').trim(),
      link: header?.querySelector('a')?.getAttribute('href') ?? null,
      images: [...page.querySelectorAll('body > img, header img')].map((image) => [
        image.className,
        image.getAttribute('src'),
      ]),
    };
  };
  it.each([
    [{}, { hidden: true, text: '', link: null, images: [] }],
    [
      { title: 'T', headline: 'H' },
      { hidden: false, text: 'T H', link: 'index.html', images: [] },
    ],
    [{ logo: '/playersite/logo.svg' }, { hidden: false, link: null, images: [['logo', 'playersite/logo.svg']] }],
    [
      { title: 'T', logo: 'https://a.test/l.png', banner: '/b.png', bgimage_url: '/bg.png' },
      {
        images: [
          ['backdrop', 'bg.png'],
          ['logo', 'https://a.test/l.png'],
          ['banner', 'b.png'],
        ],
      },
    ],
    [
      { logo: 'javascript:x', banner: 'data:text/html,x' },
      { hidden: true, images: [] },
    ],
  ])('has the right parts for %j', (stored, expected) => expect(above(stored)).toMatchObject(expected));
});
