import { type FfmpegTrialResult, type TriedKind, trialRefusalOf } from './ffmpegTrialResult.ts';
import type { Skills } from './skills.ts';

export function skillsAfterTrial(skills: Skills, trial: FfmpegTrialResult): Skills {
  const passed = (kind: TriedKind) => (name: string) => trialRefusalOf({ trial }, kind, name) === null;
  const [encoder, decoder, filter] = [passed('encoder'), passed('decoder'), passed('filter')];
  const [source, protocol] = [passed('source'), passed('protocol')];
  const made = (codecs: Record<string, string[]>) =>
    Object.fromEntries(
      Object.entries(codecs)
        .map(([codec, encoders]) => [codec, encoders.filter(encoder)] as const)
        .filter(([, encoders]) => encoders.length > 0),
    );
  return {
    ...skills,
    ffmpeg: { ...skills.ffmpeg, spellings: trial.spellings, absent: trial.absent },
    encoders: { video: skills.encoders.video.filter(encoder), audio: skills.encoders.audio.filter(encoder) },
    decoders: { video: skills.decoders.video.filter(decoder), audio: skills.decoders.audio.filter(decoder) },
    codecs: { video: made(skills.codecs.video), audio: made(skills.codecs.audio) },
    // RTSP is a format in ffmpeg.
    formats: { ...skills.formats, demuxers: skills.formats.demuxers.filter(protocol) },
    protocols: { ...skills.protocols, input: skills.protocols.input.filter(protocol) },
    filters: skills.filters.filter(filter),
    sources: Object.fromEntries(Object.entries(skills.sources).filter(([id]) => source(id))),
    trial,
  };
}
