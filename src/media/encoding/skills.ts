import type { SkillsAnswer } from '../../api/answers/skills.ts';
import type { TestedEncoders } from './encoderTestResults.ts';
import { type FfmpegVersion, ffmpegHas } from './ffmpegOptionsByVersion.ts';
import type { FfmpegTrialResult } from './ffmpegTrialResult.ts';
import type { MediaType } from './streams.ts';

export type { FfmpegVersion };
export type Device = { id: string; name: string; extra: string; media: string };

export type Skills = {
  /** `version`: '0.0.0' if unknown. */
  ffmpeg: FfmpegVersion & { version: string };
  encoders: Record<MediaType, string[]>;
  decoders: Record<MediaType, string[]>;
  /** Codecs without an encoder are absent. */
  codecs: Record<MediaType, Record<string, string[]>>;
  formats: { demuxers: string[]; muxers: string[] };
  protocols: { input: string[]; output: string[] };
  filters: string[];
  /** Devices by kind. A kind without devices can be offered, because one may be plugged in. */
  sources: Record<string, Device[]>;
  sinks: Record<string, Device[]>;
  tested?: TestedEncoders;
  trial?: FfmpegTrialResult;
};

type Codec = SkillsAnswer['codecs']['video'][number];

// Driver of the Raspberry Pi camera; older kernels use underscores.
const RASPICAM = /bcm2835[-_]v4l2/;
const ALWAYS = ['network', 'virtualaudio', 'virtualvideo', 'videoloop', 'audioloop'];
const DEVICE_KINDS = ['avfoundation', 'video4linux2', 'alsa', 'fbdev'];

/** For cores that do not list devices. */
const PLUGGABLE_KINDS = ['video4linux2', 'alsa'];

const ids = (items: { id: string }[]) => items.map(({ id }) => id);

const formatsOf = (answer: SkillsAnswer | null): Skills['formats'] => ({
  demuxers: ids(answer?.formats.demuxers ?? []),
  muxers: ids(answer?.formats.muxers ?? []),
});

const protocolsOf = (answer: SkillsAnswer | null): Skills['protocols'] => ({
  input: ids(answer?.protocols.input ?? []),
  output: ids(answer?.protocols.output ?? []),
});

/** Without a response, only copy and none are allowed. */
export function skillsOf(answer: SkillsAnswer | null): Skills {
  const codecs = answer?.codecs ?? { audio: [], video: [] };
  return {
    ffmpeg: versionOf(answer?.ffmpeg.version ?? ''),
    encoders: { audio: encoders(codecs.audio), video: encoders(codecs.video) },
    decoders: {
      audio: decoders(codecs.audio),
      video: [...decoders(codecs.video), ...ids(answer?.hwaccels ?? [])],
    },
    codecs: { audio: byCodec(codecs.audio), video: byCodec(codecs.video) },
    formats: formatsOf(answer),
    protocols: protocolsOf(answer),
    filters: ids(answer?.filter ?? []),
    sources: answer ? sources(answer) : {},
    sinks: answer ? sinks(answer) : {},
  };
}

/** A core that has not queried ffmpeg yet returns empty lists. */
export const isEmpty = ({ codecs, filter, formats, protocols }: SkillsAnswer): boolean =>
  [codecs.audio, codecs.video, filter, formats.demuxers, formats.muxers, protocols.input].every(
    ({ length }) => length === 0,
  );

/** Cores up to 16.16 cannot list formats and devices of ffmpeg 7.1 and later, so empty means unknown. */
const areFormatsUnread = ({ formats, protocols }: Pick<Skills, 'formats' | 'protocols'>): boolean =>
  formats.muxers.length === 0 && formats.demuxers.length === 0 && protocols.output.length > 0;

export const canDemux = (skills: Pick<Skills, 'formats' | 'protocols'>, format: string): boolean =>
  areFormatsUnread(skills) || skills.formats.demuxers.includes(format);

export const canMux = (skills: Pick<Skills, 'formats' | 'protocols'>, format: string): boolean =>
  areFormatsUnread(skills) || skills.formats.muxers.includes(format);

function versionOf(text: string): Skills['ffmpeg'] {
  const [, major = '0', minor = '0'] = /^\D*(\d+)(?:\.(\d+))?/.exec(text) ?? [];
  return { version: text || '0.0.0', major: Number(major), minor: Number(minor) };
}

const unique = (names: string[]) => [...new Set(names)];
const encoders = (codecs: Codec[]) => unique(['copy', 'none', ...codecs.flatMap((codec) => codec.encoders)]);
const decoders = (codecs: Codec[]) => unique(['default', ...codecs.flatMap((codec) => codec.decoders)]);
const byCodec = (codecs: Codec[]) =>
  Object.fromEntries(codecs.filter((codec) => codec.encoders.length > 0).map((codec) => [codec.id, codec.encoders]));

function sources(answer: SkillsAnswer): Skills['sources'] {
  const { devices } = answer;
  const unread = areFormatsUnread({ formats: formatsOf(answer), protocols: protocolsOf(answer) });
  const kinds = [...ALWAYS, ...(unread ? PLUGGABLE_KINDS : [])];
  const found: Skills['sources'] = Object.fromEntries(kinds.map((kind) => [kind, []]));
  for (const kind of devices.demuxers) {
    if (!DEVICE_KINDS.includes(kind.id)) continue;
    const cameras = kind.id === 'video4linux2' ? kind.devices.filter(({ extra }) => RASPICAM.test(extra)) : [];
    found[kind.id] = kind.devices.filter((device) => !cameras.includes(device));
    if (cameras.length > 0) found.raspicam = cameras;
  }
  return found;
}

function sinks({ devices }: SkillsAnswer): Skills['sinks'] {
  const screens = devices.muxers.find(({ id, devices: found }) => id === 'fbdev' && found.length > 0);
  return screens ? { fbdev: screens.devices } : {};
}

/** One match per category is enough; an empty category requires nothing. */
export type Requirements = {
  protocols?: readonly string[];
  formats?: readonly string[];
  devices?: readonly string[];
  video?: readonly string[];
  audio?: readonly string[];
};

export function unmet(needs: Requirements, skills: Skills): (keyof Requirements)[] {
  const have: Record<keyof Requirements, string[]> = {
    protocols: skills.protocols.output,
    formats: skills.formats.muxers,
    devices: Object.keys(skills.sinks),
    video: ['none', ...Object.keys(skills.codecs.video)],
    audio: ['none', ...Object.keys(skills.codecs.audio)],
  };
  const categories = ['protocols', 'formats', 'devices', 'video', 'audio'] as const;
  return categories.filter((category) => {
    const required = needs[category] ?? [];
    if (category === 'formats' && areFormatsUnread(skills)) return false;
    return required.length > 0 && !required.some((name) => have[category].includes(name));
  });
}

export const meets = (needs: Requirements, skills: Skills): boolean => unmet(needs, skills).length === 0;

/** Codecs that only enhanced RTMP supports, by FourCC. */
const ENHANCED: Record<string, string> = { hevc: 'hvc1', av1: 'av01', vp9: 'vp09' };

export const carriesEnhanced = ({ ffmpeg }: Pick<Skills, 'ffmpeg'>): boolean => ffmpegHas('enhancedRtmp', ffmpeg);

/** Without this option, RTMP with one of these codecs cannot be read. */
export function enhancedRtmp(
  skills: Pick<Skills, 'ffmpeg' | 'codecs'>,
  codecs: readonly string[] = Object.keys(ENHANCED),
): string[] {
  const names = codecs.flatMap((codec) => (codec in skills.codecs.video ? (ENHANCED[codec] ?? []) : []));
  return !carriesEnhanced(skills) || names.length === 0 ? [] : ['-rtmp_enhanced_codecs', names.join(',')];
}
