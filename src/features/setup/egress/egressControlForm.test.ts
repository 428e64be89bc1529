import { describe, expect, it } from 'vitest';
import type { Network } from '../../../media/address/channelAddresses.ts';
import { parseEgressMetadata, parseIngestMetadata } from '../../../media/stored/metadata.ts';
import { controlFields, egressControlFrom, egressControlShown, feedsOf, inGroup } from './egressControlForm.ts';

const servers = (rtmp: boolean, srt: boolean, words = true): Pick<Network, 'words' | 'rtmp' | 'srt'> => ({
  words,
  rtmp: { enabled: rtmp, secure: false, host: 'h', local: 'l', app: '', token: '' },
  srt: { enabled: srt, host: 'h', local: 'l', token: '', passphrase: '' },
});

it.each([
  ['only a playlist', {}, [true, true], ['hls+memfs']],
  ['a playlist on the disk', { hls: { storage: 'diskfs' } }, [true, true], ['hls+diskfs']],
  ['RTMP as well', { rtmp: { enable: true } }, [true, true], ['rtmp', 'hls+memfs']],
  ['RTMP, whose server is off', { rtmp: { enable: true } }, [false, true], ['hls+memfs']],
  ['SRT as well', { srt: { enable: true } }, [true, true], ['srt', 'hls+memfs']],
  ['RTMP on a core without placeholders', { rtmp: { enable: true } }, [true, true, false], ['hls+memfs']],
  [
    'both',
    { rtmp: { enable: true }, srt: { enable: true }, hls: { storage: 'diskfs' } },
    [true, true],
    ['rtmp', 'srt', 'hls+diskfs'],
  ],
] as const)(
  'the publication form lists the feeds of a channel that writes %s',
  (_, control, [rtmp, srt, words], feeds) =>
    expect(feedsOf(parseIngestMetadata({ version: 1, control }).control, servers(rtmp, srt, words))).toEqual(feeds),
);

const controlOf = (control: object) => parseEgressMetadata({ version: 1, control }).control;

describe('the form of publication controls', () => {
  const process = { limits: { cpu_usage: 50, memory_mbytes: 0, waitfor_seconds: 5 } };
  const found = {
    process: {
      ...{ id: '', type: 'ffmpeg', reference: '', input: [], output: [], options: [] },
      ...{ reconnect: true, reconnect_delay_seconds: 15, autostart: false, stale_timeout_seconds: 30, ...process },
    },
  };
  it.each([
    ['leaves out untouched limits', {}, { process: { low_delay: true } }, undefined],
    ['stores changed limits', {}, { limits: { cpu_usage: 80, memory_mbytes: 0, waitfor_seconds: 5 } }, 80],
    ['keeps stored limits', { limits: { cpu_usage: 70 } }, { process: { low_delay: true } }, 70],
  ])('%s', (_, settings, typed, expected) => {
    const stored = controlOf(settings);
    const shown = egressControlShown(stored, found);
    const after = egressControlFrom(
      shown,
      { ...shown, ...typed, process: { ...stored.process, ...Object(typed).process } },
      stored,
    );
    expect(after.limits?.cpu_usage).toBe(expected);
  });

  it('offers the available feeds and shows the stored one', () => {
    const field = controlFields(['rtmp', 'hls+memfs'], controlOf({}), found)['source.source'];
    const options = field && 'options' in field ? field.options : [];
    expect(options.filter(({ storedOnly }) => !storedOnly).map(({ value }) => value)).toEqual(['rtmp', 'hls+memfs']);
    expect(options.map(({ value }) => value)).toContain('srt');
  });
});

it.each([
  [undefined, ' Evening ', { group: 'Evening', order: 0, pause: 0 }],
  [undefined, ' ', undefined],
  [{ group: 'Evening', order: 0, pause: 0 }, '', undefined],
  [{ group: 'Evening', order: 2, pause: 5 }, '', { group: '', order: 2, pause: 5 }],
  [{ group: 'Evening', order: 2, pause: 5 }, 'Night', { group: 'Night', order: 2, pause: 5 }],
])('the publication form puts the order %j into the group "%s": %j', (turn, group, expected) => {
  const { control } = parseEgressMetadata(turn ? { version: 1, control: { turn } } : {});
  expect(inGroup(control, group)).toEqual({ ...control, turn: expected });
});
