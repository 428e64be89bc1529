import { expect, it } from 'vitest';
import { parseIngestMetadata } from '../../media/stored/metadata.ts';
import { viewedChannel } from '../player/viewedChannel.ts';
import { pagesOf } from './generatedFiles.ts';
import { parseWebsiteSettings } from './settings.ts';

const channels = ['a', 'b', 'c'].map((id) => ({ ...viewedChannel(id, parseIngestMetadata({})), egresses: [] }));

it.each<[stored: object, pages: string[], listed: string[]]>([
  [{}, ['a', 'b', 'c'], ['a', 'b', 'c']],
  [{ channelid: 'b' }, ['b', 'a', 'c'], ['a', 'b', 'c']],
  [{ channelid: 'b', channel_list: null }, ['b', 'a', 'c'], ['a', 'b', 'c']],
  [{ channel_list: ['c', 'a'] }, ['a', 'c'], ['c', 'a']],
  [{ channelid: 'b', channel_list: ['c', 'a'] }, ['b', 'c', 'a'], ['b', 'c', 'a']],
  [{ channelid: 'b', channel_list: ['c', 'b', 'c', 'gone'] }, ['b', 'c'], ['c', 'b']],
  [{ channel_list: [] }, ['a'], ['a']],
])('%j: pages of %j, in the list %j', (stored, pages, listed) => {
  const made = pagesOf({ address: '', settings: parseWebsiteSettings(stored), channels, current: 'a' });
  expect(made.map(({ channel }) => channel.id)).toEqual(pages);
  for (const page of made) expect(page.channels.map(({ id }) => id)).toEqual(listed);
});
