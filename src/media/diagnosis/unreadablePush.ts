import type { ArrivingStream } from '../../api/arrivingStream.ts';
import type { Skills } from '../encoding/skills.ts';
import { carriesEnhanced } from '../encoding/skills.ts';

/** Codecs of video that RTMP carries in the newer way, by their FourCC. */
const ENHANCED: Readonly<Record<string, string>> = { hvc1: 'HEVC', av01: 'AV1', vp09: 'VP9', avc1: 'H.264' };
/** The number that some encoders gave it before; ffmpeg never read that. */
const OLD_HEVC = 'hevc';
/** Where the core does not say which it is. */
const ANY_ENHANCED = 'HEVC, AV1, VP9';

/** The codec of a pushed video as operators know it, where this ffmpeg cannot read it by RTMP; null: it can. */
export function unreadableCodec({ video }: ArrivingStream, skills: Pick<Skills, 'ffmpeg'>): string | null {
  if (video === OLD_HEVC) return 'HEVC';
  const name = ENHANCED[video ?? ''];
  return name === undefined || carriesEnhanced(skills) ? null : name;
}

interface ProbedStream {
  readonly type: string;
  readonly codec: string;
  readonly width: number;
}

/**
 * The same of what a probe of a pushed stream found: an older ffmpeg takes the newer header for the first codec of that
 * number, and then has no picture of it.
 */
export const unreadableCodecProbed = (
  streams: readonly ProbedStream[],
  skills: Pick<Skills, 'ffmpeg'>,
): string | null =>
  !carriesEnhanced(skills) &&
  streams.some(({ type, codec, width }) => type === 'video' && codec === 'flashsv' && width === 0)
    ? ANY_ENHANCED
    : null;
