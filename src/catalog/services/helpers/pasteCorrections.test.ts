import { describe, expect, it } from 'vitest';
import { SkillsAnswer } from '../../../api/answers/skills.ts';
import recorded from '../../../api/fixtures/answers.json' with { type: 'json' };
import { skillsOf } from '../../../media/encoding/skills.ts';
import type { Settings } from '../../form/fields.ts';
import { settingsOf } from '../../form/fieldValues.ts';
import { serviceOf } from '../index.ts';
import { correctPaste, findPasteCorrections, splitAddress } from './pasteCorrections.ts';

const context = {
  channel: '11111111-2222-4333-8444-555555555555',
  meta: { name: '', description: '' },
  streams: [],
  skills: skillsOf(SkillsAnswer.parse(recorded.skills[0]?.body)),
};
const fieldsOf = (service: string) => serviceOf(service)?.form(context) ?? {};
const found = (service: string, input: Settings) => {
  const fields = fieldsOf(service);
  return findPasteCorrections(fields, settingsOf(fields, input));
};

it.each([
  ['rtmp://h/app/KEY', 1, { server: 'rtmp://h/app', key: 'KEY' }],
  ['RTMPS://h:443/app/KEY?a=b/c', 1, { server: 'RTMPS://h:443/app', key: 'KEY?a=b/c' }],
  ['h/app/KEY', 1, { server: 'h/app', key: 'KEY' }],
  [' rtmp://[::1]:1935/app/KEY/ ', 1, { server: 'rtmp://[::1]:1935/app', key: 'KEY' }],
  ['rtmp://u:p@h/a/b/KEY', 1, { server: 'rtmp://u:p@h/a/b', key: 'KEY' }],
  ['rtmp://h/v2/pub', 2, null],
  ['rtmp://h/app', 1, null],
  ['rtmp://h/app?backup=1', 1, null],
  ['rtmp://h', 1, null],
  ['KEY', 1, null],
  ['', 1, null],
])('splits the address %s', (address, depth, parts) => expect(splitAddress(address, depth)).toEqual(parts));

describe('a text pasted into the wrong field', () => {
  it.each<[string, Settings, Settings | null, boolean]>([
    ['twitch', { key: 'rtmp://live.twitch.tv/app/live_1' }, { key: 'live_1' }, true],
    ['youtube', { stream_key: ' abcd-efgh\n' }, { stream_key: 'abcd-efgh' }, true],
    ['youtube', { stream_key: 'abcd efgh' }, { stream_key: 'abcdefgh' }, false],
    ['vimeo', { key: 'rtmps://h/live' }, null, false],
    ['youtube', { stream_key: 'abcd\u00a0efgh\u2007ij\u3000' }, { stream_key: 'abcdefghij' }, true],
    ['owncast', { server_url: 'rtmp://h\u00a0/li\u202fve' }, { server_url: 'rtmp://h/live' }, true],
    ['youtube', { stream_key: 'abcd\u200b-ef\u2060gh\ufeff' }, { stream_key: 'abcd-efgh' }, true],
    ['owncast', { server_url: 'rtmp://h\u200b/li\nve' }, { server_url: 'rtmp://h/live' }, true],
    ['hls', { address: '\u202ah/live/m.m3u8\u202c' }, { address: 'h/live/m.m3u8' }, true],
    ['icecast', { address: 'h:8000/m\u00ad' }, { address: 'h:8000/m' }, true],
    ['owncast', { stream_key: 'rtmp://h/live/K' }, { server_url: 'rtmp://h/live', stream_key: 'K' }, true],
    ['owncast', { server_url: 'rtmp://h/live/K' }, { server_url: 'rtmp://h/live', stream_key: 'K' }, true],
    ['owncast', { server_url: 'h/live/K', stream_key: 'K' }, { server_url: 'h/live', stream_key: 'K' }, true],
    ['rtmp', { address: 'rtmp://h/app/K' }, { address: 'rtmp://h/app', options: { rtmp_playpath: 'K' } }, false],
    [
      'rtmp',
      { options: { rtmp_playpath: 'rtmp://h/app/K' } },
      { address: 'rtmp://h/app', options: { rtmp_playpath: 'K' } },
      true,
    ],
  ])('is corrected in %s: %j', (service, input, settings, sure) => {
    const [first] = found(service, input);
    expect(first?.sure).toBe(sure);
    if (settings === null) expect(first?.settings).toBeNull();
    else expect(first?.settings).toMatchObject(settings);
  });

  it.each<[string, Settings]>([
    ['twitch', { key: 'live_1?bandwidthtest=true' }],
    ['twitch', {}],
    ['owncast', { server_url: 'h/live' }],
    ['owncast', { server_url: 'h/a/b', stream_key: 'K' }],
    ['kick', { server_url: 'rtmps://x.example', stream_key: 'sk_1' }],
    ['rtmp', { address: 'h/live', options: { rtmp_playpath: 'live' } }],
    ['rtmp', { address: 'h/a/b/c/d' }],
    ['icecast', { password: 'rtmp://h/app/K' }],
    ['icecast', { password: '👨\u200d👩' }],
    ['hls', { address: ' h/m.m3u8\n' }],
  ])('is not assumed in %s: %j', (service, input) => expect(found(service, input)).toEqual([]));

  it('keeps its destination after the address is split', () => {
    const rtmp = serviceOf('rtmp');
    const input = { address: 'rtmp://h/app/K?a=1' };
    const [first] = found('rtmp', input);
    expect(rtmp?.outputs(first?.settings ?? {}, context)).toEqual(rtmp?.outputs(input, context));
  });

  it('is corrected after a paste, not during typing', () => {
    const fields = fieldsOf('twitch');
    const key = (value: string) => ({ key: value });
    expect(correctPaste(fields, key(''), key('abc '))?.settings).toMatchObject(key('abc'));
    expect(correctPaste(fields, key('abc'), key('abc '))).toBeNull();
    expect(correctPaste(fields, key('abc '), key('abc'))).toBeNull();
  });
});

it.each([
  ['owncast', { server_url: 'rtmp://h\u200b/live', stream_key: 'K\u2060\n' }, ['rtmp://h/live/K']],
  ['hls', { address: '\ufeffh/m.m3u8' }, ['https://h/m.m3u8']],
  [
    'icecast',
    { address: 'h:8000/m\u200b', password: '👨\u200d👩\n' },
    ['icecast://source:%F0%9F%91%A8%E2%80%8D%F0%9F%91%A9@h:8000/m'],
  ],
])(
  'invisible characters stored for %s in %j do not reach ffmpeg, except in a password',
  (service, input, addresses) => {
    const outputs = serviceOf(service)?.outputs(input, context) ?? [];
    expect(outputs.map(({ address }) => address)).toEqual(addresses);
  },
);
