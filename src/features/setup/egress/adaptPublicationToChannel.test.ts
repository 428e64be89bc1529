import { describe, expect, it } from 'vitest';
import { ProcessConfig } from '../../../api/answers/process.ts';
import { SkillsAnswer } from '../../../api/answers/skills.ts';
import { egressId } from '../../../api/processIds.ts';
import { skillsOf } from '../../../media/encoding/skills.ts';
import { emptyStream, type Stream } from '../../../media/encoding/streams.ts';
import { type Feed, parseEgressMetadata } from '../../../media/stored/metadata.ts';
import { CHANNEL, someSkills } from '../../../testing/coreAnswers.ts';
import { type ChannelOutput, followingOf, type UpdatablePublication } from './adaptPublicationToChannel.ts';

const skills = skillsOf(SkillsAnswer.parse(someSkills()));
const copyOnly = skillsOf(null);
const video = (codec = 'h264', extra: Partial<Stream> = {}): Stream => ({
  ...emptyStream,
  type: 'video',
  codec,
  stream: 0,
  ...extra,
});
const audio = (codec = 'aac', stream = 1): Stream => ({ ...emptyStream, type: 'audio', codec, stream });
const outgoing = (streams: Stream[], feeds: [Feed, ...Feed[]] = ['hls+memfs']): ChannelOutput => ({
  streams,
  feeds,
  meta: { name: 'Studio', description: '' },
});

const coding = (coder: string, stream: number) => ({
  source: stream < 0 ? -1 : 0,
  stream,
  encoder: { coder, settings: {}, mapping: coder === 'copy' ? [stream === 0 ? '-codec:v' : '-codec:a', 'copy'] : [] },
  decoder: { coder: 'default', settings: {}, mapping: [] },
});
const both = [video(), audio()];
const both_ = { video: coding('copy', 0), audio: coding('copy', 1) };

interface Case {
  service?: string;
  profile?: object;
  more?: object;
  before?: ChannelOutput;
  after: ChannelOutput;
  known?: UpdatablePublication['skills'];
}

const UUID = '11111111-2222-4333-8444-000000000001';
const outputs = [{ address: 'rtmps://a.rtmps.youtube.com:443/live2/k', options: ['-f', 'flv'] }];
const settings: Record<string, object> = { youtube: { stream_key: 'k' }, icecast: { address: 'h:8000/live' } };

function followed({
  service = 'youtube',
  profile = both_,
  more: extra = {},
  before = outgoing(both),
  after,
  known: current = skills,
}: Case) {
  const metadata = parseEgressMetadata({
    version: 1,
    name: 'Main',
    theirs: 1,
    settings: settings[service] ?? {},
    outputs,
    profiles: [profile],
    streams: before.streams,
    ...extra,
  });
  return followingOf(
    { id: egressId(service, UUID), channel: CHANNEL, skills: current, metadata, process: null },
    before,
    after,
  );
}

it.each<[string, Case]>([
  ['nothing changes', { after: outgoing(both) }],
  ['only the size changes', { after: outgoing([video('h264', { width: 1920, height: 1080 }), audio()]) }],
  ['a feed is added that it does not read', { after: outgoing(both, ['rtmp', 'hls+memfs']) }],
  [
    'it encodes any input',
    {
      profile: { video: { ...coding('libx264', 0) }, audio: coding('copy', 1) },
      after: outgoing(both, ['srt', 'hls+memfs']),
    },
  ],
  [
    'audio is off and its codec changes',
    { profile: { ...both_, audio: coding('none', 1) }, after: outgoing([video(), audio('opus')]) },
  ],
])('the adaptation to a channel does not change a publication if %s', (_, publication) =>
  expect(followed(publication)).toEqual({ status: 'same' }),
);

describe('a publication that adapts to its channel', () => {
  it.each<[string, Case, object[], string[], string[]]>([
    [
      'without removed audio',
      { after: outgoing([video()]) },
      [{ of: 'audio', from: 'AAC', to: 'No audio' }],
      ['audio'],
      ['-map', '0:0', '-codec:v', 'copy', '-an'],
    ],
    [
      'with new audio',
      {
        profile: { video: coding('copy', 0), audio: coding('none', -1) },
        before: outgoing([video()]),
        after: outgoing(both),
      },
      [{ of: 'audio', from: 'No audio', to: 'AAC' }],
      [],
      ['-codec:a', 'copy'],
    ],
    [
      'with encoding if it can no longer copy',
      { after: outgoing([video('hevc'), audio()]) },
      [{ of: 'video', from: 'HEVC', to: expect.stringContaining('libx264') }],
      [],
      ['libx264'],
    ],
    ['with the new stream index', { after: outgoing([video(), audio('aac', 2)]) }, [], [], ['0:2']],
  ])('continues %s', (_, publication, changes, lacks, options) => {
    const following = followed(publication);
    expect(following).toMatchObject({ status: 'changed', lacks });
    if (following.status !== 'changed') return;
    if (changes.length > 0)
      expect(following.changes.map(({ of, to }) => ({ of, to }))).toEqual(
        changes.map((change) => ({ of: Object(change).of, to: Object(change).to })),
      );
    expect(following.process.output[0]?.options).toEqual(expect.arrayContaining(options));
    expect(following.process.output[0]?.address).toBe(outputs[0]?.address);
    expect(following.metadata).toMatchObject({ theirs: 1, name: 'Main', outputs });
  });

  it.each<[Feed, [Feed, ...Feed[]], Feed, string]>([
    ['hls+memfs', ['hls+diskfs'], 'hls+diskfs', `{diskfs}/${CHANNEL}.m3u8`],
    ['hls+memfs', ['rtmp', 'hls+diskfs'], 'hls+diskfs', `{diskfs}/${CHANNEL}.m3u8`],
    ['rtmp', ['srt', 'hls+memfs'], 'srt', `{srt,name=${CHANNEL},mode=request}`],
    ['srt', ['hls+memfs'], 'hls+memfs', `{memfs}/${CHANNEL}.m3u8`],
  ])('switches from %s, with the feeds %j, to %s', (source, feeds, to, address) => {
    const following = followed({
      more: { control: { source: { source } } },
      before: outgoing(both, [source]),
      after: outgoing(both, feeds),
    });
    expect(following).toMatchObject({
      status: 'changed',
      changes: [{ of: 'feed', from: source, to }],
      metadata: { control: { source: { source: to } } },
      process: { input: [{ address }] },
    });
  });

  it('keeps its destination if its service is unknown', () =>
    expect(followed({ service: 'nowhere', after: outgoing([video()]) })).toMatchObject({
      status: 'changed',
      lacks: ['audio'],
      process: { output: [{ address: outputs[0]?.address }] },
    }));
});

describe('a process that differs from its stored settings', () => {
  const output = [{ address: 'rtmp://h/a/k', options: ['-c', 'copy'] }];
  const sendsTo = (address: string) =>
    ProcessConfig.parse({ id: egressId('youtube', UUID), input: [{ address, options: ['-re', '-own'] }], output });
  const stored = parseEgressMetadata({ version: 1, name: 'Main' });
  const [before, after] = [outgoing([]), outgoing([], ['hls+diskfs'])];
  const follower = { id: egressId('youtube', UUID), channel: CHANNEL, skills, metadata: stored };

  it('gets the new input of the channel and keeps everything else', () => {
    const process = sendsTo(`{memfs}/${CHANNEL}.m3u8`);
    expect(followingOf({ ...follower, process }, before, after)).toMatchObject({
      status: 'changed',
      process: { ...process, input: [{ address: `{diskfs}/${CHANNEL}.m3u8`, options: ['-re', '-own'] }] },
      changes: [{ of: 'feed', from: 'hls+memfs', to: 'hls+diskfs' }],
    });
    expect(followingOf({ ...follower, process }, before, outgoing([video()]))).toEqual({ status: 'same' });
  });

  it('stays unchanged if it reads another input', () =>
    expect(followingOf({ ...follower, process: sendsTo('rtmp://elsewhere/live') }, before, after)).toEqual({
      status: 'same',
    }));
});

it.each<[string, Case, RegExp]>([
  [
    'has no encoder for what it must send',
    { known: copyOnly, after: outgoing([video('hevc'), audio()]) },
    /^No suitable encoder found\.$/,
  ],
  [
    'requires audio that is gone',
    { service: 'icecast', profile: { video: coding('none', 0), audio: coding('copy', 1) }, after: outgoing([video()]) },
    /./,
  ],
])('the adaptation to a channel fails for a publication that %s', (_, publication, why) =>
  expect(followed(publication)).toMatchObject({ status: 'stuck', why: expect.stringMatching(why) }),
);

describe('a protected publication', () => {
  const hold = { address: `{memfs}/hold-${CHANNEL}.m3u8`, options: ['-re'] };
  const plain = { address: `{memfs}/${CHANNEL}.m3u8`, options: ['-re'] };
  const holding = { control: { source: { source: 'hls+memfs', hold: true } } };
  const unheld: ChannelOutput = { ...outgoing(both), obstacle: 'short-list' };
  const loss = { of: 'protection', from: 'Protected', to: 'Not protected' };

  it.each<[string, Case, object, object]>([
    [
      'that stays protected while audio is removed',
      { more: holding, after: outgoing([video()]) },
      hold,
      { changes: [{ of: 'audio' }] },
    ],
    [
      'that stays protected while the feed changes',
      { more: holding, after: outgoing([video()], ['rtmp', 'hls+memfs']) },
      hold,
      {},
    ],
    ['of a channel that can no longer be protected', { more: holding, after: unheld }, plain, { changes: [loss] }],
    [
      'of a channel that moves to the disk',
      { more: holding, after: { ...outgoing(both, ['hls+diskfs']), obstacle: 'disk' } },
      { address: `{diskfs}/${CHANNEL}.m3u8`, options: ['-re'] },
      { changes: [{ of: 'feed', from: 'hls+memfs', to: 'hls+diskfs' }, loss] },
    ],
  ])('gets a new input: one %s', (_, change, input, extra) => {
    const after = followed(change);
    expect(after).toMatchObject({ status: 'changed', process: { input: [input] }, ...extra });
    const source = after.status === 'changed' ? after.metadata.control.source : null;
    expect(source?.hold).toBe(input === hold || undefined);
  });

  it.each<[string, Case]>([
    ['unprotected, of a channel that can no longer be protected', { after: unheld }],
    ['unprotected, of a channel that can now be protected', { before: unheld, after: outgoing(both) }],
    ['protected, with an additional feed', { more: holding, after: outgoing(both, ['rtmp', 'hls+memfs']) }],
  ])('stays unchanged: one %s', (_, change) => expect(followed(change)).toEqual({ status: 'same' }));

  it('gets the channel as input if its encoding is unknown', () => {
    const metadata = parseEgressMetadata({ version: 1, name: 'Main', ...holding });
    const process = ProcessConfig.parse({
      ...{ id: egressId('youtube', UUID), reference: CHANNEL, output: [], options: [] },
      input: [{ id: 'input_0', ...hold, options: ['-re', '-fflags', '+genpts'] }],
    });
    const after = followingOf(
      { id: egressId('youtube', UUID), channel: CHANNEL, skills, metadata, process },
      outgoing(both),
      unheld,
    );
    expect(after).toMatchObject({
      status: 'changed',
      process: { input: [{ ...plain, options: ['-re', '-fflags', '+genpts'] }] },
      changes: [loss],
    });
  });
});
