import {
  type AdditionName,
  ffmpegHas,
  type SpellingAge,
  type SpellingName,
  spellOption,
} from '../../media/encoding/ffmpegOptionsByVersion.ts';
import { enhancedRtmp, type FfmpegVersion, type Skills } from '../../media/encoding/skills.ts';
import { constantRate } from '../coders/frameTiming.ts';
import { resampleGraph } from '../filters/resample.ts';
import type { SourceContext } from '../form/defineCatalogEntry.ts';
import { alsa } from '../sources/alsa.ts';
import { networkSource } from '../sources/network.ts';
import { generatedInput } from './coderRows.ts';
import { NOBODY } from './sourceRows.ts';
import { type TrialRow, toNowhere } from './trialRow.ts';

type TrialArguments = Pick<TrialRow, 'inputs' | 'output'>;

/** Arguments that contain each option with two spellings; null if this core does not need it. */
const WRITTEN: Record<SpellingName, (context: SourceContext) => TrialArguments | null> = {
  frameMode: ({ ffmpeg }) => ({ inputs: [generatedInput('video')], output: toNowhere(constantRate(ffmpeg)) }),
  rtspTimeout: (context) => ({
    inputs: networkSource.inputs(
      { mode: 'pull', address: `rtsp://${NOBODY}/x`, rtsp: { stimeout: 5_000_000 } },
      context,
    ),
    output: toNowhere([]),
  }),
  outputLayout: ({ ffmpeg }) => ({
    inputs: [generatedInput('audio')],
    output: toNowhere(['-af', resampleGraph('', 'stereo', ffmpeg)]),
  }),
  hlsSegmentOptions: ({ ffmpeg }) => ({
    inputs: [generatedInput('video')],
    output: {
      address: `http://${NOBODY}/x.m3u8`,
      options: ['-c:v', 'mpeg2video', '-f', 'hls', `-${spellOption('hlsSegmentOptions', ffmpeg)}`, 'pat_period=1'],
    },
  }),
  soundCardChannels: (context) =>
    'alsa' in context.skills.sources
      ? { inputs: alsa.inputs({ device: '0,0' }, context), output: toNowhere(['-t', '0.2']) }
      : null,
};

/** Arguments that contain each later addition of ffmpeg; null if this core does not need it. */
const ADDED: Record<AdditionName, (context: SourceContext) => TrialArguments | null> = {
  negativeTimesOfInputs: () => {
    const { address, options } = generatedInput('video');
    return { inputs: [{ address, options: [...options, '-avoid_negative_ts', 'make_zero'] }], output: toNowhere([]) };
  },
  protocolOptionsOfPictures: () => ({
    inputs: [generatedInput('video')],
    output: {
      address: `http://${NOBODY}/x.jpg`,
      options: ['-c:v', 'mjpeg', '-f', 'image2', '-update', 'true', '-protocol_opts', 'method=PUT'],
    },
  }),
  enhancedRtmp: ({ skills }) => {
    const codecs = enhancedRtmp(skills);
    const options = ['-c:v', 'flv', '-f', 'flv', ...codecs];
    return codecs.length === 0
      ? null
      : { inputs: [generatedInput('video')], output: { address: `rtmp://${NOBODY}/x/y`, options } };
  },
  // This spelling removes an option, so there is nothing to try.
  refusedRates: () => null,
};

const spelling = <Version extends FfmpegVersion>(ffmpeg: Version, name: SpellingName, age: SpellingAge): Version => ({
  ...ffmpeg,
  spellings: { ...ffmpeg.spellings, [name]: age },
});

export const otherSpelling = (age: SpellingAge): SpellingAge => (age === 'now' ? 'before' : 'now');

export function spellingRow(
  name: SpellingName,
  age: SpellingAge,
  { skills, network: there }: TrialCore,
): TrialRow | null {
  const ffmpeg = spelling(skills.ffmpeg, name, age);
  return rowOf(name, WRITTEN[name]({ ffmpeg, network: there, skills: { ...skills, ffmpeg } }));
}

export const additionRow = (name: AdditionName, { skills, network: there }: TrialCore): TrialRow | null =>
  ffmpegHas(name, skills.ffmpeg) ? rowOf(name, ADDED[name]({ ffmpeg: skills.ffmpeg, network: there, skills })) : null;

const rowOf = (name: string, written: TrialArguments | null): TrialRow | null =>
  written && {
    ...{ kind: 'source', names: [name], setting: null, global: [], ...written },
    ...{ runs: 'reaching', hardware: true },
  };

type TrialCore = Pick<SourceContext, 'network'> & { skills: Skills };
