import { expect, it } from 'vitest';
import { channelRows, listOfRows, rowListed, rowMoved } from './ChannelListField.tsx';

const channels = ['a', 'b', 'c', 'new'].map((id) => ({ id, name: id.toUpperCase(), available: id !== 'new' }));

const shown = (draft: { channelid: string; channel_list: string[] | null }) =>
  channelRows(draft, channels, 'a').map(
    ({ name, isListed, isMain }) => `${name}${isListed ? '+' : ''}${isMain ? '!' : ''}`,
  );

it.each<[string, string[] | null, string[]]>([
  ['current', null, ['A+!', 'B+', 'C+']],
  ['b', ['c', 'gone'], ['B+!', 'C+', 'A']],
  ['gone', ['c', 'a'], ['C+', 'A+!', 'B']],
  ['current', [], ['A+!', 'B', 'C']],
])('the channel list shows rows for the main channel %s and the list %j: %j', (channelid, channel_list, rows) =>
  expect(shown({ channelid, channel_list })).toEqual(rows),
);

const before = ['c', 'gone', 'a'];
const rows = channelRows({ channelid: 'current', channel_list: before }, channels, null);

it.each([
  ['no change', rows, ['c', 'a', 'gone']],
  ['moving a channel up', rowMoved(rows, 1, 0), ['a', 'c', 'gone']],
  ['moving a channel down', rowMoved(rows, 0, 1), ['a', 'c', 'gone']],
  ['adding a channel', rowListed(rows, 'b', true), ['c', 'a', 'b', 'gone']],
  ['removing a channel', rowListed(rows, 'c', false), ['a', 'gone']],
])('the channel list stores after %s: %j', (_, changed, list) => expect(listOfRows(changed, before)).toEqual(list));
