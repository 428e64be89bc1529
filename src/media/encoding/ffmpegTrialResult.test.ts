import { describe, expect, it } from 'vitest';
import { SkillsAnswer } from '../../api/answers/skills.ts';
import { type FfmpegTrialResult, parseFfmpegTrial, storedFfmpegTrial, trialRefusalOf } from './ffmpegTrialResult.ts';
import { skillsOf } from './skills.ts';
import { skillsAfterTrial } from './skillsAfterTrial.ts';

const NOW = { core: '16.14.0', ffmpeg: '10.0' };
const line = "Unrecognized option 'preset'.";
const trial: FfmpegTrialResult = {
  ...{ at: 1, ...NOW, done: 3, all: 4 },
  refused: [
    { kind: 'encoder', name: 'libx264', setting: null, line },
    { kind: 'encoder', name: 'aac', setting: { key: 'layout', value: 'mono' }, line },
    { kind: 'decoder', name: 'h264_cuvid', setting: null, line },
    { kind: 'filter', name: 'bwdif', setting: null, line },
    { kind: 'source', name: 'virtualvideo', setting: null, line },
    { kind: 'protocol', name: 'rtsp', setting: null, line },
    { kind: 'service', name: 'hls', setting: null, line },
  ],
  spellings: { frameMode: 'before' },
  absent: ['enhancedRtmp'],
};

describe('the stored result of an ffmpeg trial', () => {
  const stored = storedFfmpegTrial(trial);
  it('survives a save and a read', () =>
    expect(parseFfmpegTrial(JSON.parse(JSON.stringify(stored)), NOW)).toEqual(trial));
  it.each([
    ['another core', { ...NOW, core: '16.15.0' }],
    ['another ffmpeg', { ...NOW, ffmpeg: '10.1' }],
  ])('is ignored after a change to %s', (_, now) => expect(parseFfmpegTrial(stored, now)).toBeNull());
  it.each([
    null,
    undefined,
    1,
    'x',
    [],
    {},
    { version: 2, trial },
    { version: 1, trial: { ...trial, refused: 'all' } },
  ])('is ignored if malformed: %j', (raw) => expect(parseFfmpegTrial(raw, NOW)).toBeNull());
  it('omits options that do not exist here', () =>
    expect(
      parseFfmpegTrial(
        {
          version: 1,
          trial: { ...trial, spellings: { other: 'now', frameMode: 'before' }, absent: ['other', 'enhancedRtmp'] },
        },
        NOW,
      ),
    ).toEqual(trial));
});

it('rejected entries are removed from the skills by name', () => {
  const skills = skillsOf(
    SkillsAnswer.parse({
      ffmpeg: { version: '10.0' },
      codecs: {
        video: [
          { id: 'h264', encoders: ['libx264'], decoders: ['h264', 'h264_cuvid'] },
          { id: 'hevc', encoders: ['libx265'], decoders: ['hevc'] },
        ],
        audio: [{ id: 'aac', encoders: ['aac'], decoders: ['aac'] }],
      },
      formats: { demuxers: [{ id: 'rtsp' }, { id: 'hls' }], muxers: [] },
      protocols: { input: [{ id: 'http' }], output: [] },
      filter: [{ id: 'bwdif' }, { id: 'scale' }],
    }),
  );
  const left = skillsAfterTrial(skills, trial);
  const { virtualvideo: _, ...sources } = skills.sources;
  expect(left).toEqual({
    ...skills,
    ffmpeg: { ...skills.ffmpeg, spellings: { frameMode: 'before' }, absent: ['enhancedRtmp'] },
    encoders: { video: ['copy', 'none', 'libx265'], audio: ['copy', 'none', 'aac'] },
    decoders: { video: ['default', 'h264', 'hevc'], audio: ['default', 'aac'] },
    codecs: { video: { hevc: ['libx265'] }, audio: { aac: ['aac'] } },
    formats: { demuxers: ['hls'], muxers: [] },
    filters: ['scale'],
    sources,
    trial,
  });
  expect(trialRefusalOf(left, 'service', 'hls')).toBe(line);
  expect(trialRefusalOf(left, 'service', 'rtmp')).toBeNull();
  expect(trialRefusalOf(left, 'encoder', 'aac')).toBeNull();
});
