// @vitest-environment jsdom
import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { sampleOf } from '../../harness/test/testing/quickOrWholeSuite.ts';
import { parseIngestMetadata } from '../media/stored/metadata.ts';
import { hostileTexts } from './fixtures/hostileTexts.ts';
import { type ChannelForViewers, channelForViewers } from './player/channelForViewers.ts';
import { iframeCode } from './player/iframe.ts';
import { playerFiles } from './player/playerFiles.ts';
import type { GeneratedFile } from './webRootFilePaths.ts';
import { filesBeside, pageFiles, pagesOf } from './website/generatedFiles.ts';
import { defaultPage } from './website/page.ts';
import { DEFAULT_TEMPLATE, parseWebsiteSettings } from './website/settings.ts';
import { renderTemplate } from './website/template.ts';
import { templateData, type WebsitePage } from './website/templateData.ts';

const ADDRESS = 'https://core.test';
const ID = '3f6b1f0e-7d7e-4c55-9d64-2b6a4c1f9a10';
const OTHER = 'b8c0d9a4-1111-4222-8333-0123456789ab';
const HARMLESS = 'harmless';

const everywhere = (text: string, id = ID): ChannelForViewers =>
  channelForViewers(
    id,
    parseIngestMetadata({
      meta: { name: text, description: text, author: { name: text, description: text } },
      license: text,
      player: {
        ...{ player: text, poster: text, startsAt: text, autoplay: text, statistics: text, more: text },
        logo: { image: text, link: text, position: text },
        color: { seekbar: text, buttons: text },
      },
    }),
  );

const COLORS = ['textcolor_title', 'textcolor_default', 'textcolor_link', 'textcolor_link_hover', 'hrcolor'];

function websitePages(text: string, overrides: object = {}): WebsitePage[] {
  const settings = parseWebsiteSettings({
    ...Object.fromEntries([...COLORS, 'bgcolor_default', 'bgcolor_header'].map((name) => [name, text])),
    ...{
      title: text,
      headline: text,
      bgimage_url: text,
      logo: text,
      banner: text,
      imprint: text,
      terms: text,
      channelid: text,
      more: text,
    },
    ...overrides,
  });
  const channels = [ID, OTHER].map((id) => ({ ...everywhere(text, id), egresses: [text] }));
  return pagesOf({ address: ADDRESS, settings, channels, current: ID });
}

const readable = (markup: string) => new DOMParser().parseFromString(markup, 'text/html');

/** The structure of a page, without pictures (their address may be malformed) and notes (tested separately). */
function skeleton(markup: string): string[] {
  const page = readable(markup);
  for (const note of page.querySelectorAll('.note')) note.replaceChildren();
  for (const picture of page.querySelectorAll('.backdrop, .logo, .banner, br')) picture.remove();
  return [...page.querySelectorAll('*')].map(
    ({ tagName, attributes }) => `${tagName} ${[...attributes].map(({ name }) => name).join(' ')}`,
  );
}

const ADDRESSED = ['href', 'src', 'action', 'poster', 'data', 'srcdoc', 'formaction', 'xlink:href'];

function odd(markup: string): string[] {
  return [...readable(markup).querySelectorAll('*')].flatMap(({ attributes }) =>
    [...attributes]
      .filter(({ name }) => ADDRESSED.includes(name))
      .map(({ value }) => value)
      .filter((value) => !/^https?:$/.test(new URL(value, 'http://page.invalid/').protocol)),
  );
}

const bodyOf = (files: readonly GeneratedFile[], path: RegExp): string => {
  const body = files.find((file) => path.test(file.path))?.body;
  if (typeof body !== 'string') throw new Error(`No text at ${path}`);
  return body;
};

const wellFormed = (text: string) =>
  text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '');

it('there are at least 60 hostile texts', () => expect(new Set(hostileTexts).size).toBeGreaterThanOrEqual(60));

describe.each(sampleOf(hostileTexts, 3))('the hostile text %j', (text) => {
  const files = playerFiles(everywhere(text), ADDRESS);

  it('is plain text on the player page', () => {
    const markup = bodyOf(files, /\.html$/);
    expect(skeleton(markup)).toEqual(skeleton(bodyOf(playerFiles(everywhere(HARMLESS), ADDRESS), /\.html$/)));
    expect(odd(markup)).toEqual([]);
    expect(readable(markup).querySelector('h1')?.textContent).toBe(wellFormed(text).replace(/\r\n?/g, '\n'));
  });

  it('is a plain value in config.js', () => {
    const context = createContext({});
    const before = new Set(Object.keys(context));
    runInContext(bodyOf(files, /config\.js$/), context);
    expect(Object.keys(context).filter((name) => !before.has(name))).toEqual(['playerConfig']);
    expect(context.playerConfig.license.title).toBe(text);
    for (const address of [
      context.playerConfig.logo.link,
      context.playerConfig.logo.image,
      context.playerConfig.poster,
    ])
      expect(new URL(address, 'http://page.invalid/').protocol).toMatch(/^https?:$/);
    expect(context.playerConfig).toMatchObject({
      ...{ player: 'videojs-public', startsAt: '', autoplay: false, statistics: false },
      color: { seekbar: '#ffffff', buttons: '#ffffff' },
    });
    expect(bodyOf(files, /config\.js$/)).not.toContain('<');
  });

  it('is a plain value in oEmbed', () => {
    const json = bodyOf(files, /oembed\.json$/);
    expect(JSON.parse(json)).toMatchObject({ title: text, description: text, author_name: text });
    // A core that does not know the type serves it as a page.
    expect(json).not.toContain('<');
    const xml = new DOMParser().parseFromString(bodyOf(files, /oembed\.xml$/), 'application/xml');
    expect(xml.querySelector('parsererror')).toBeNull();
    expect([...xml.documentElement.children].every(({ children }) => children.length === 0)).toBe(true);
    expect(xml.querySelector('title')?.textContent).toBe(wellFormed(text).replace(/\r\n?/g, '\n'));
  });

  it('is a plain attribute of the embed code', () => {
    expect(skeleton(iframeCode({ id: ID, name: text }, ADDRESS))).toEqual(
      skeleton(iframeCode({ id: ID, name: HARMLESS }, ADDRESS)),
    );
  });

  it('is plain text on the website', () => {
    for (const [i, page] of websitePages(text).entries()) {
      const markup = defaultPage(page, 'alone');
      const harmless = websitePages(HARMLESS)[i];
      expect(harmless && skeleton(defaultPage(harmless, 'alone'))).toEqual(skeleton(markup));
      expect(odd(markup)).toEqual([]);
      expect(readable(markup).querySelector('h1')?.textContent).toBe(wellFormed(text).replace(/\r\n?/g, '\n'));
      expect(readable(markup).querySelector('style')?.textContent).not.toMatch(/hostile|@import|url|expression/);
      const data = readable(markup).querySelector('script[type="application/ld+json"]')?.textContent ?? '';
      expect(JSON.parse(data)).toMatchObject({ name: text, description: text, publishedOn: { name: text } });
      expect(data).not.toContain('<');
    }
  });

  it('is plain text on the pages of imprint and terms', () => {
    const [written, harmless] = [text, HARMLESS].map((content) => filesBeside(websitePages(content)));
    for (const path of [/imprint\.html$/, /terms\.html$/]) {
      const markup = bodyOf(written ?? [], path);
      expect(skeleton(markup)).toEqual(skeleton(bodyOf(harmless ?? [], path)));
      expect(readable(markup).querySelector('header a')?.textContent).toBe(wellFormed(text).replace(/\r\n?/g, '\n'));
    }
  });

  it('is a plain value in the feeds', () => {
    const files = filesBeside(websitePages(text));
    const json = bodyOf(files, /feed\.json$/);
    expect(JSON.parse(json)).toMatchObject({ title: text, items: [{ title: text, content_text: text }, {}] });
    expect(json).not.toContain('<');
    const xml = new DOMParser().parseFromString(bodyOf(files, /feed\.xml$/), 'application/xml');
    expect(xml.querySelector('parsererror')).toBeNull();
    expect([...xml.querySelectorAll('item > *')].every(({ children }) => children.length === 0)).toBe(true);
    expect(xml.querySelectorAll('item > *').length).toBe(10);
    for (const element of xml.querySelectorAll('title, item > description'))
      expect(element.textContent).toBe(wellFormed(text).replace(/\r\n?/g, '\n'));
  });

  it("is plain text on a page with the operator's markup, in the shell and in the frame", () => {
    const [page] = websitePages(text, { imprint: '', terms: '', inject1: '<i>', template: DEFAULT_TEMPLATE });
    const [harmless] = websitePages(HARMLESS, { imprint: '', terms: '', inject1: '<i>', template: DEFAULT_TEMPLATE });
    if (!page || !harmless) throw new Error('There are channels, so there is a page');
    const [written, expected] = [pageFiles(page, null), pageFiles(harmless, null)];
    const shell = bodyOf(written, /index\.html$/);
    expect(skeleton(shell)).toEqual(skeleton(bodyOf(expected, /index\.html$/)));
    expect(odd(shell)).toEqual([]);
    const data = bodyOf(written, /pages\/.*\.json$/);
    expect(data).not.toContain('<');
    expect(skeleton(JSON.parse(data).html)).toEqual(skeleton(JSON.parse(bodyOf(expected, /pages\/.*\.json$/)).html));
  });

  it('is plain text in a template, even if inserted raw', () => {
    const template =
      '<h1 title="{{channel_name}}">{{title}}</h1>{{#each channels}}<a>{{this.name}}</a>{{/each}}' +
      '<p>{{{channel_description_html}}}</p><p>{{{channel_creator_description_html}}}</p>';
    const [page] = websitePages(text);
    const [harmless] = websitePages(HARMLESS);
    if (!page || !harmless) throw new Error('There are channels, so there is a page');
    expect(skeleton(renderTemplate(template, templateData(page)))).toEqual(
      skeleton(renderTemplate(template, templateData(harmless))),
    );
  });
});
