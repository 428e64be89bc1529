import type { SegmentFigures } from '../hls/segment/segmentFigures.ts';
import type { Destination, OutgoingEncoding } from './preflightTypes.ts';

/** Null if unknown, 0 without video. */
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

export function outgoingKbit(destination: Destination, figures: SegmentFigures | null): number | null {
  const [video, audio] = [outgoingVideoKbit(destination, figures), outgoingAudioKbit(destination, figures)];
  // Unknown audio is small enough to ignore.
  return video === null ? null : (video + (audio ?? 0)) * Math.max(1, destination.ways.length);
}

export const outgoingKeyframeSeconds = (
  { copies, encoded }: OutgoingEncoding,
  figures: SegmentFigures | null,
): number | null => (copies.video ? (figures?.video?.keyframeSeconds ?? null) : encoded.keyframe);
