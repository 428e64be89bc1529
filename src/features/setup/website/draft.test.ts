import { describe, expect, it } from 'vitest';
import { ingestId } from '../../../api/processIds.ts';
import { oldestChannel, type WebsiteDraft, websiteDraftOf, websiteFaultsOf, websiteWith } from './draft.ts';

const stored = {
  version: '1.1.0',
  hrcolor: 'strange()',
  titel: 'Old',
  channel_list: ['b', 7, 'a'],
  bgcolor_header: 'RGBA(0, 0, 0, .5)',
  imprint: 'a\r\nb',
  template: 'mine',
  tracker: { id: 1 },
};

const isSame = (found: unknown, expected: unknown) => expect(JSON.stringify(found)).toBe(JSON.stringify(expected));

it.each([stored, { playersite: false }, { title: 5 }])(
  'the website form keeps the website settings %j without a change',
  (playersite) => isSame(websiteWith(playersite, websiteDraftOf(playersite)), playersite),
);

it('the website form writes all website settings if none are stored, but no empty channel list', () => {
  const first = websiteWith({}, websiteDraftOf({}));
  expect(first).toMatchObject({ playersite: true, channelid: 'current', template: '!default', inject4: '' });
  expect(first).not.toHaveProperty('channel_list');
});

const ingest = (channel: string, created_at: number) => ({ id: ingestId(channel), created_at });
const available = (id: string) => ({ id, available: true });

it.each([
  ['the channel created first', [ingest('b', 5), ingest('a', 9)], [available('a'), available('b')], 'b'],
  [
    'no channel that was never saved',
    [ingest('b', 5), ingest('a', 9)],
    [available('a'), { id: 'b', available: false }],
    'a',
  ],
  ['no publication', [{ id: 'restreamer-ui:egress:rtmp:b', created_at: 1 }, ingest('a', 9)], [available('a')], 'a'],
  [
    'of channels created in the same second, the first in the list',
    [ingest('b', 5), ingest('a', 5)],
    [available('a'), available('b')],
    'a',
  ],
  ['none without channels', [], [available('a')], null],
] as const)('the website form proposes as main channel of a new website: %s', (_, processes, channels, id) =>
  expect(oldestChannel(processes, channels)).toBe(id),
);

describe('a changed website setting', () => {
  const { channel_list: _, ...unlisted } = stored;
  it.each<[Partial<WebsiteDraft>, object]>([
    [{ title: 'New' }, { ...stored, title: 'New' }],
    [{ hrcolor: '#fff' }, { ...stored, hrcolor: '#fff' }],
    [{ channel_list: ['a'] }, { ...stored, channel_list: ['a'] }],
    [{ channel_list: null }, unlisted],
    [{ imprint: '' }, { ...stored, imprint: '' }],
  ])('is written over the stored ones: %j', (changed, expected) =>
    isSame(websiteWith(stored, { ...websiteDraftOf(stored), ...changed }), expected),
  );
});

describe('faults of the website form', () => {
  it.each<[Partial<WebsiteDraft>, string[]]>([
    [{}, []],
    [{ hrcolor: 'none of them', bgimage_url: 'javascript:x' }, ['hrcolor', 'bgimage_url']],
    [{ logo: '/logo.png', banner: 'https://a.test/b.png', textcolor_title: '#fff' }, []],
  ])('after the change %j are in %j', (changed, keys) => {
    const before = websiteDraftOf(stored);
    expect(Object.keys(websiteFaultsOf({ ...before, ...changed }, before))).toEqual(keys);
  });

  it('do not include stored values', () => {
    const before = websiteDraftOf({ bgimage_url: 'javascript:x' });
    expect(websiteFaultsOf(before, before)).toEqual({});
  });
});
