// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseIngestMetadata } from '../../media/stored/metadata.ts';
import { channelForViewers } from '../player/channelForViewers.ts';
import { pagesOf } from './generatedFiles.ts';
import { parseWebsiteSettings } from './settings.ts';
import { renderTemplate } from './template.ts';
import { templateData } from './templateData.ts';

const starter = readFileSync('assets/website-template.txt', 'utf8');

function pageData(settings: object, names: readonly string[]) {
  const channels = names.map((name, i) => {
    const meta = { name, description: 'Two\nlines', author: { name: 'Ada', description: 'Of us' } };
    return { ...channelForViewers(`c${i}`, parseIngestMetadata({ meta, license: 'none' })), egresses: [] };
  });
  const site = { address: 'https://core.test', settings: parseWebsiteSettings(settings), channels, current: null };
  const [page] = pagesOf(site);
  if (!page) throw new Error('There are channels, so there is a page');
  return templateData(page);
}

const render = (settings: object, names: readonly string[]) =>
  new DOMParser().parseFromString(renderTemplate(starter, pageData(settings, names)), 'text/html');

/** Settings without a place on the page, and former names. */
const UNUSED = ['player', 'playersite', 'channelid', 'channel_list', 'template', 'templatename', 'imprint', 'terms'];
const OLD = ['titel', 'textcolor_titel'];

it('the starter template uses every variable', () => {
  const names = Object.keys(pageData({}, ['A'])).filter((name) => ![...UNUSED, ...OLD].includes(name));
  expect(names.length).toBeGreaterThan(30);
  // Unknown to other interfaces, where a template with them would show gaps.
  const added = ['headline', 'description', 'logo', 'banner', 'ga'];
  expect(names.filter((name) => !added.includes(name) && !new RegExp(`[{ .]${name}[ }.]`).test(starter))).toEqual([]);
});

describe('a website made from the starter template', () => {
  it('has all parts of a website with two channels', () => {
    const page = render({ title: 'House & garden', imprint: 'a\nb', terms: 'c', bgimage_url: '/bg.png' }, [
      'Alpha',
      'Beta',
    ]);
    expect(page.title).toBe('Alpha · House & garden');
    expect([...page.querySelectorAll('dialog')].map(({ id }) => id)).toEqual(['share', 'imprint', 'terms']);
    expect([...page.querySelectorAll('nav a')].map((link) => link.getAttribute('href'))).toEqual([
      'playersite_c0.html',
      'playersite_c1.html',
    ]);
    expect(page.querySelectorAll('[aria-current]')).toHaveLength(1);
    expect(page.querySelector('#imprint div')?.innerHTML).toBe('a<br>b');
    expect(page.querySelector('style')?.textContent).toContain('url("/bg.png")');
  });

  it('leaves out what is missing or switched off', () => {
    const page = render({ share: false, support: false }, ['Alpha']);
    expect(page.querySelectorAll('dialog, nav, footer *, header')).toHaveLength(0);
    expect(page.querySelector('#player')).not.toBeNull();
    expect(page.body.textContent).not.toContain('License');
  });

  it('has valid scripts', () => {
    for (const { textContent } of render({ chromecast: true }, ['Alpha', 'Beta']).querySelectorAll('script:not([src])'))
      expect(() => new Function(textContent ?? '')).not.toThrow();
  });
});
