import type { ArrivingStream } from '../../api/arrivingStream.ts';
import type { Skills } from '../encoding/skills.ts';
import { carriesEnhanced } from '../encoding/skills.ts';

/** Video codecs of enhanced RTMP, by FourCC. */
const ENHANCED: Readonly<Record<string, string>> = { hvc1: 'HEVC', av01: 'AV1', vp09: 'VP9', avc1: 'H.264' };
/** An older, non-standard number, which ffmpeg never supported. */
const OLD_HEVC = 'hevc';
const ANY_ENHANCED = 'HEVC, AV1, VP9';

/** Null if this ffmpeg can read the codec by RTMP. */
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

/** An older ffmpeg reads the header of enhanced RTMP as another codec, and finds no picture size. */
export const unreadableCodecProbed = (
  streams: readonly ProbedStream[],
  skills: Pick<Skills, 'ffmpeg'>,
): string | null =>
  !carriesEnhanced(skills) &&
  streams.some(({ type, codec, width }) => type === 'video' && codec === 'flashsv' && width === 0)
    ? ANY_ENHANCED
    : null;
