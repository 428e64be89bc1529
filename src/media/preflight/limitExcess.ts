import { msg } from '../../i18n/msg.ts';
import { probedFps } from '../encoding/outputFigures.ts';
import type { PlatformLimits } from '../encoding/platformLimits.ts';
import type { MediaType } from '../encoding/streams.ts';
import type { SegmentFigures } from '../hls/segment/segmentFigures.ts';
import { type Sentence, say } from '../verdict/verdictTypes.ts';
import { outgoingAudioKbit, outgoingKeyframeSeconds, outgoingVideoKbit } from './outgoingBitrate.ts';
import type { OutgoingEncoding } from './preflightTypes.ts';

export interface Excess {
  kind: (typeof EXCESSES)[number];
  of: MediaType;
  sentence: Sentence;
}

/** Keyframe intervals are not exact. */
const SLACK_S = 0.3;
/** Platforms tolerate a slightly higher mean. */
const SLACK_KBIT = 1.2;
/** 59.94 and 60 are the same. */
const SLACK_FPS = 0.5;
const PROFILES = ['baseline', 'main', 'high', 'high10', 'high422', 'high444'];

/** H.264 profiles; an unknown one is never above. */
export const isAboveProfile = (profile: string, most: string) => PROFILES.indexOf(profile) > PROFILES.indexOf(most);

type Check = (sent: OutgoingEncoding, limits: PlatformLimits, figures: SegmentFigures | null) => Sentence | null;

const above = (n: number | null, most: number | null | undefined, slack: number) =>
  n !== null && most != null && n > most * slack ? { n: Math.round(n), most } : null;

const pictureOf = ({ streams }: OutgoingEncoding) => streams.find(({ type }) => type === 'video');

const checks: Readonly<Record<Excess['kind'], readonly [MediaType, Check]>> = {
  keyframes: [
    'video',
    (sent, { name, keyframe }, figures) => {
      const n = outgoingKeyframeSeconds(sent, figures);
      return n === null || keyframe === null || n <= keyframe.most + SLACK_S
        ? null
        : say(msg('A keyframe every {{n}} s. {{name}} recommends {{best}} s and accepts at most {{most}} s.'), {
            ...{ n: { tenths: n }, name },
            ...keyframe,
          });
    },
  ],
  videoKbit: [
    'video',
    (sent, { name, videoKbit }, figures) => {
      const found = above(outgoingVideoKbit(sent, figures), videoKbit, SLACK_KBIT);
      const text = msg('The video has {{n}} kbit/s. {{name}} accepts at most {{most}} kbit/s.');
      return found && say(text, { name, ...found });
    },
  ],
  audioKbit: [
    'audio',
    (sent, { name, audioKbit }, figures) => {
      const found = above(outgoingAudioKbit(sent, figures), audioKbit, SLACK_KBIT);
      const text = msg('The audio has {{n}} kbit/s. {{name}} accepts at most {{most}} kbit/s.');
      return found && say(text, { name, ...found });
    },
  ],
  fps: [
    'video',
    (sent, { name, fps: most }, figures) => {
      const picture = pictureOf(sent);
      const n = picture ? ((sent.copies.video ? figures?.video?.fps : null) ?? probedFps(picture)) : 0;
      return most === undefined || n <= most + SLACK_FPS
        ? null
        : say(msg('The video has {{n}} frames per second. {{name}} accepts at most {{most}}.'), {
            ...{ n: Math.round(n), name, most },
          });
    },
  ],
  size: [
    'video',
    (sent, { name, size }) => {
      const { width = 0, height = 0 } = pictureOf(sent) ?? {};
      if (!size || fits({ width, height }, size)) return null;
      return say(msg('The video has {{n}} pixels. {{name}} accepts at most {{most}}.'), {
        ...{ n: `${width} × ${height}`, name, most: size.join(' × ') },
      });
    },
  ],
  profile: [
    'video',
    ({ encoded: { profile } }, { name, profile: most }) =>
      profile === null || most === undefined || !isAboveProfile(profile, most)
        ? null
        : say(msg('The H.264 profile is {{n}}. {{name}} accepts at most {{most}}.'), { n: profile, name, most }),
  ],
  silent: [
    'audio',
    ({ streams }, { name, needsAudio }) =>
      needsAudio && streams.length > 0
        ? say(msg('No audio is sent. {{name}} rejects streams without audio.'), { name })
        : null,
  ],
};

/** Also in portrait. */
export function fits({ width, height }: { width: number; height: number }, size: readonly [number, number]): boolean {
  const [long = 0, short = 0] = size.toSorted((a, b) => b - a);
  return Math.max(width, height) <= long && Math.min(width, height) <= short;
}

export const EXCESSES = ['keyframes', 'videoKbit', 'audioKbit', 'fps', 'size', 'profile', 'silent'] as const;

export const excessOf = (sent: OutgoingEncoding, limits: PlatformLimits, figures: SegmentFigures | null): Excess[] =>
  EXCESSES.flatMap((kind) => {
    const [of, check] = checks[kind];
    const isSent = sent.streams.some(({ type }) => type === of);
    const sentence = isSent === (kind !== 'silent') ? check(sent, limits, figures) : null;
    return sentence ? [{ kind, of, sentence }] : [];
  });
