import { describe, expect, it } from 'vitest';
import { ingestId } from '../../../api/processIds.ts';
import { oldestChannel, type WebsiteDraft, websiteDraftOf, websiteFaultsOf, websiteWith } from './draft.ts';

/** As other releases and hands may have left it: in no order, unreadable in part. */
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

const isSame = (found: unknown, wanted: unknown) => expect(JSON.stringify(found)).toBe(JSON.stringify(wanted));

it.each([stored, { playersite: false }, { title: 5 }])('%j stays as it is where nothing is changed', (playersite) =>
  isSame(websiteWith(playersite, websiteDraftOf(playersite)), playersite),
);

it('writes all of it where nothing is stored, but for a list that is none', () => {
  const first = websiteWith({}, websiteDraftOf({}));
  expect(first).toMatchObject({ playersite: true, channelid: 'current', template: '!default', inject4: '' });
  expect(first).not.toHaveProperty('channel_list');
});

const ingest = (channel: string, created_at: number) => ({ id: ingestId(channel), created_at });
const there = (id: string) => ({ id, available: true });

it.each([
  ['the one that was made first', [ingest('b', 5), ingest('a', 9)], [there('a'), there('b')], 'b'],
  ['not one that was only begun', [ingest('b', 5), ingest('a', 9)], [there('a'), { id: 'b', available: false }], 'a'],
  ['no publication', [{ id: 'restreamer-ui:egress:rtmp:b', created_at: 1 }, ingest('a', 9)], [there('a')], 'a'],
  ['of one second that of the first name', [ingest('b', 5), ingest('a', 5)], [there('a'), there('b')], 'a'],
  ['none', [], [there('a')], null],
] as const)('the channel of a first website is %s', (_, processes, channels, id) =>
  expect(oldestChannel(processes, channels)).toBe(id),
);

describe('one thing is changed', () => {
  const { channel_list: _, ...unlisted } = stored;
  it.each<[Partial<WebsiteDraft>, object]>([
    [{ title: 'New' }, { ...stored, title: 'New' }],
    [{ hrcolor: '#fff' }, { ...stored, hrcolor: '#fff' }],
    [{ channel_list: ['a'] }, { ...stored, channel_list: ['a'] }],
    [{ channel_list: null }, unlisted],
    [{ imprint: '' }, { ...stored, imprint: '' }],
  ])('%j', (changed, wanted) => isSame(websiteWith(stored, { ...websiteDraftOf(stored), ...changed }), wanted));
});

describe('what is wrong', () => {
  it.each<[Partial<WebsiteDraft>, string[]]>([
    [{}, []],
    [{ hrcolor: 'none of them', bgimage_url: 'javascript:x' }, ['hrcolor', 'bgimage_url']],
    [{ logo: '/logo.png', banner: 'https://a.test/b.png', textcolor_title: '#fff' }, []],
  ])('%j: %j', (changed, keys) => {
    const before = websiteDraftOf(stored);
    expect(Object.keys(websiteFaultsOf({ ...before, ...changed }, before))).toEqual(keys);
  });

  it('is not what was stored so', () => {
    const before = websiteDraftOf({ bgimage_url: 'javascript:x' });
    expect(websiteFaultsOf(before, before)).toEqual({});
  });
});
