import { expect, it } from 'vitest';
import { Process } from '../../../api/answers/process.ts';
import { SkillsAnswer } from '../../../api/answers/skills.ts';
import { RENDITION_KEY, renditionId } from '../../../api/processIds.ts';
import { skillsOf } from '../../../media/encoding/skills.ts';
import { emptyStream, type Stream } from '../../../media/encoding/streams.ts';
import { renditionProcess } from '../../../media/renditions/renditionProcess.ts';
import { parseRenditionMetadata } from '../../../media/stored/metadata.ts';
import { CHANNEL, someSkills } from '../../../testing/coreAnswers.ts';
import type { ChannelOutput } from './adaptPublicationToChannel.ts';
import { renditionsAlong } from './renditionsAfterChannelChange.ts';

const uuid = '00000000-0000-4000-8000-000000000001';
const skills = skillsOf(SkillsAnswer.parse(someSkills()));
const video: Stream = { ...emptyStream, type: 'video', codec: 'h264', stream: 0 };
const audio: Stream = { ...emptyStream, type: 'audio', codec: 'aac', stream: 1 };
const coding = (type: 'v' | 'a', stream: number, coder: string) => ({
  source: 0,
  stream,
  encoder: { coder, settings: {}, mapping: [`-codec:${type}`, coder] },
  decoder: { coder: 'default', settings: {}, mapping: [] },
});
const metadata = parseRenditionMetadata({
  ...{ version: 1, name: '720p', reads: 'hls+memfs', feed: 'rtmp', streams: [video, audio] },
  profile: { video: coding('v', 0, 'libx264'), audio: coding('a', 1, 'copy') },
});
const output = (streams: Stream[], feed: ChannelOutput['feeds'][0] = 'hls+memfs'): ChannelOutput => ({
  streams,
  meta: { name: '', description: '' },
  feeds: [feed],
});
const before = output([video, audio]);

const along = (after: ChannelOutput) =>
  renditionsAlong(
    [
      Process.parse({
        id: renditionId(CHANNEL, uuid),
        reference: CHANNEL,
        state: null,
        config: renditionProcess({ channel: CHANNEL, uuid, metadata, ...before, autostart: true, skills }),
        metadata: { [RENDITION_KEY]: metadata },
      }),
    ],
    { channel: CHANNEL, skills, before, after },
  );

it('a channel change keeps a rendition that the change does not affect', () =>
  expect(along(before)).toMatchObject([{ uuid, name: '720p', becomes: { status: 'same' } }]));

it('a channel change switches a rendition to the new feed of its channel', () =>
  expect(along(output([video, audio], 'hls+diskfs'))).toMatchObject([
    {
      becomes: {
        status: 'changed',
        process: { input: [{ address: `{diskfs}/${CHANNEL}.m3u8` }], autostart: true },
        metadata: { reads: 'hls+diskfs', feed: 'rtmp' },
      },
    },
  ]));

it('a channel change remaps a rendition to the new positions of its streams', () => {
  const swapped = [
    { ...audio, stream: 0 },
    { ...video, stream: 1 },
  ];
  const [{ becomes: process } = { becomes: null }] = along(output(swapped));
  if (process?.status !== 'changed') throw new Error('It stays as it is');
  const options = process.process.output[0]?.options.join(' ');
  expect(options).toContain('-map 0:1 -codec:v libx264 -map 0:0 -codec:a copy');
  expect(process.metadata.profile.video.stream).toBe(1);
});

it('a channel change keeps and reports a rendition whose audio is gone', () =>
  expect(along(output([video]))).toMatchObject([{ name: '720p', becomes: { status: 'stuck' } }]));
