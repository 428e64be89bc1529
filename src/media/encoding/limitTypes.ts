/** The most that a platform accepts of a stream. They only warn: some platforms accept more than they document. */
export interface PlatformLimits {
  /** Of the service in the catalog. */
  id: string;
  name: string;
  /** A keyframe every so many seconds, and never more; null where it does not say. */
  keyframe: { best: number; most: number } | null;
  /** kbit/s; null where it does not say. */
  videoKbit: number | null;
  /** kbit/s; null where it does not say. */
  audioKbit: number | null;
  fps?: number;
  /** Width and height in pixels; on its edge the same. */
  size?: readonly [width: number, height: number];
  /** Of H.264. */
  profile?: 'main' | 'high';
  /** A stream without sound is turned away. */
  needsAudio?: true;
  /** The source of these figures. */
  source: string;
  /** As it was then, `2026-11-20`. */
  checked: string;
}
