import type { SegmentFigures } from '../hls/segment/segmentFigures.ts';
import type { Destination, OutgoingEncoding } from './preflightTypes.ts';

/** kbit/s of the video that it sends; null: not known, 0: it sends none. */
export function outgoingVideoKbit(
  { streams, copies, encoded }: OutgoingEncoding,
  figures: SegmentFigures | null,
): number | null {
  if (!streams.some(({ type }) => type === 'video')) return 0;
  return copies.video ? (figures?.video?.kbit ?? null) : encoded.videoKbit;
}

export function outgoingAudioKbit(
  { streams, copies, encoded }: OutgoingEncoding,
  figures: SegmentFigures | null,
): number | null {
  if (!streams.some(({ type }) => type === 'audio')) return 0;
  return copies.audio ? (figures?.audio?.kbit ?? null) : encoded.audioKbit;
}

/** Both together, once for each connection that it opens. */
export function outgoingKbit(destination: Destination, figures: SegmentFigures | null): number | null {
  const [video, audio] = [outgoingVideoKbit(destination, figures), outgoingAudioKbit(destination, figures)];
  // Audio is a small part of it: what is not known of it is no reason to say nothing.
  return video === null ? null : (video + (audio ?? 0)) * Math.max(1, destination.ways.length);
}

/** Seconds from one keyframe to the next; null: not known. */
export const outgoingKeyframeSeconds = (
  { copies, encoded }: OutgoingEncoding,
  figures: SegmentFigures | null,
): number | null => (copies.video ? (figures?.video?.keyframeSeconds ?? null) : encoded.keyframe);
