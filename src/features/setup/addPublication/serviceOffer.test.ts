import { expect, it } from 'vitest';
import { services } from '../../../catalog/services/index.ts';
import { offerIn, recentIn, withRecent } from './serviceOffer.ts';

const ids = (...offer: Parameters<typeof offerIn>) =>
  offerIn(...offer).map(({ text, offered }) => [text, offered.map(({ id }) => id)] as const);

it('the service list starts with recently used and popular services, and repeats none', () => {
  const [recent, first, ...groups] = ids(services, 'all', '', ['twitch', 'rtmp', 'gone', 'platforms:Mux', 'twitch']);
  expect([recent, first]).toEqual([
    ['Recently used', ['twitch', 'rtmp', 'platforms:Mux']],
    ['Often used', ['youtube', 'facebook', 'srt', 'recording']],
  ]);
  expect(groups.map(([text]) => text)).toEqual(['Platforms', 'Software', 'Protocols']);
  const all = groups.flatMap(([, offered]) => offered);
  expect(new Set(all).size).toBe(all.length);
  for (const id of ['twitch', 'rtmp', 'srt', 'platforms:Mux', 'platforms']) expect(all).not.toContain(id);
  expect(all).toContain('platforms:Bilibili Live');
});

it.each(['Platforms', 'Software', 'Protocols'])('the service list sorts the group %s by name', (group) => {
  const [found] = offerIn(services, 'all', '', []).filter(({ text }) => text === group);
  const names = (found?.offered ?? []).map(({ service, preset }) => (preset ?? service.name).toLowerCase());
  expect(names.length).toBeGreaterThan(3);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
});

it.each([
  ['all', 'mux', [['Platforms', ['platforms:Mux']]]],
  ['all', 'picarto tv', [['Platforms', ['picartotv']]]],
  ['all', 'ニコニコ', [['Platforms', ['platforms:niconico']]]],
  ['all', 'rtmp', [['Often used', ['rtmp']]]],
  ['platform', 'rtmp', []],
  ['software', 'wowza', [['Software', ['wowza']]]],
  ['all', 'azure', []],
  ['all', '?', []],
] as const)('the service list searches the category %s for "%s"', (category, query, groups) => {
  expect(ids(services, category, query, [])).toEqual(groups);
});

it('the service list keeps the last five used services, each once, latest first', () => {
  const recent = ['a', 'b', 'c', 'd', 'e', 'f', 'b'].reduce<string | undefined>(withRecent, undefined);
  expect(recentIn(recent)).toEqual(['b', 'f', 'e', 'd', 'c']);
  expect(recentIn(undefined)).toEqual([]);
});
