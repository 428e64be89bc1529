// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { parseIngestMetadata } from '../../media/stored/metadata.ts';
import { ADDRESS, namedChannel, pagesSaying } from '../fixtures/renderTestPages.ts';
import { channelForViewers } from '../player/channelForViewers.ts';
import { feedFiles, pagesOf } from './generatedFiles.ts';
import { parseWebsiteSettings } from './settings.ts';

const STARTS = '2030-01-02T18:00:00+02:00';
const beta = { meta: { name: 'Beta', description: 'b & c', author: { name: 'Ada' } }, player: { startsAt: STARTS } };
const pages = pagesSaying({ a: namedChannel('Alpha'), b: beta }, { title: 'House' });
const bodies = Object.fromEntries(feedFiles(pages).map(({ path, body }) => [path, String(body)]));

it('a website without channels has no feed', () => expect(feedFiles([])).toEqual([]));

it("the RSS feed names the website and links each channel's page", () => {
  const xml = new DOMParser().parseFromString(bodies['/playersite/feed.xml'] ?? '', 'application/xml');
  expect(xml.querySelector('parsererror')).toBeNull();
  const texts = (selector: string) => [...xml.querySelectorAll(selector)].map(({ textContent }) => textContent);
  expect(texts('channel > title, channel > link')).toEqual(['House', `${ADDRESS}/`, '']);
  expect(texts('item > title')).toEqual(['Alpha', 'Beta']);
  expect(texts('item > link')).toEqual([`${ADDRESS}/`, `${ADDRESS}/playersite_b.html`]);
  expect(texts('item > guid')).toEqual(['urn:uuid:a', `urn:uuid:b#${STARTS}`]);
  expect(texts('item > pubDate')).toEqual(['Wed, 02 Jan 2030 16:00:00 GMT']);
  expect(xml.getElementsByTagName('atom:link')[0]?.getAttribute('href')).toBe(`${ADDRESS}/playersite/feed.xml`);
});

it('the JSON feed has the same content', () =>
  expect(JSON.parse(bodies['/playersite/feed.json'] ?? '')).toEqual({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'House',
    home_page_url: `${ADDRESS}/`,
    feed_url: `${ADDRESS}/playersite/feed.json`,
    items: [
      {
        ...{ id: 'urn:uuid:a', url: `${ADDRESS}/`, title: 'Alpha', content_text: '' },
        image: `${ADDRESS}/memfs/a.jpg`,
      },
      {
        ...{ id: `urn:uuid:b#${STARTS}`, url: `${ADDRESS}/playersite_b.html`, title: 'Beta', content_text: 'b & c' },
        ...{ image: `${ADDRESS}/memfs/b.jpg`, date_published: STARTS, authors: [{ name: 'Ada' }] },
      },
    ],
  }));

it.each([
  [{ description: 'All we do' }, namedChannel('Alpha'), 'All we do'],
  [{ description: 'All we do' }, beta, 'All we do'],
  [{}, beta, 'b & c'],
  [{}, namedChannel('Alpha'), undefined],
])('feeds with %j describe the website', (stored, channel, about) => {
  const [xml, json] = feedFiles(pagesSaying({ a: channel }, stored)).map(({ body }) => String(body));
  const channelOf = new DOMParser().parseFromString(xml ?? '', 'application/xml');
  expect(channelOf.querySelector('channel > description')?.textContent).toBe(about ?? '');
  expect(JSON.parse(json ?? '').description).toBe(about);
});

const channels = ['a', 'b', 'c'].map((id) => ({ ...channelForViewers(id, parseIngestMetadata({})), egresses: [] }));

it.each<[stored: object, pages: string[], listed: string[]]>([
  [{}, ['a', 'b', 'c'], ['a', 'b', 'c']],
  [{ channelid: 'b' }, ['b', 'a', 'c'], ['a', 'b', 'c']],
  [{ channelid: 'b', channel_list: null }, ['b', 'a', 'c'], ['a', 'b', 'c']],
  [{ channel_list: ['c', 'a'] }, ['a', 'c'], ['c', 'a']],
  [{ channelid: 'b', channel_list: ['c', 'a'] }, ['b', 'c', 'a'], ['b', 'c', 'a']],
  [{ channelid: 'b', channel_list: ['c', 'b', 'c', 'gone'] }, ['b', 'c'], ['c', 'b']],
  [{ channel_list: [] }, ['a'], ['a']],
])('%j results in pages of %j and the list %j', (stored, pages, listed) => {
  const built = pagesOf({ address: '', settings: parseWebsiteSettings(stored), channels, current: 'a' });
  expect(built.map(({ channel }) => channel.id)).toEqual(pages);
  for (const page of built) expect(page.channels.map(({ id }) => id)).toEqual(listed);
});
