import { elapsedMs } from '../monotonicClock.ts';
import type { MediaKind } from './mediaKind.ts';

export interface KeyframeRules {
  /** Between two keyframes, by our clock: timestamps of sound and pictures may have nothing to do with each other. */
  readonly keyframeMs: number;
  /** Of all media between two keyframes. */
  readonly keyframeBytes: number;
}

export interface KeyframeWatch {
  /** Why the publisher must go with this message; null: it goes on. */
  faultOf(kind: MediaKind | null, bytes: number): string | null;
}

/**
 * A segment begins with a keyframe, so without one ffmpeg holds a single segment that only grows. Sound belongs to it,
 * so it counts as soon as there has been video; who sends sound alone may go on.
 */
export function createKeyframeWatch(
  { keyframeMs, keyframeBytes }: KeyframeRules,
  now: () => number = elapsedMs,
): KeyframeWatch {
  let since: number | null = null;
  let held = 0;
  return {
    faultOf(kind, bytes) {
      const isVideo = kind === 'videoHeader' || kind === 'keyframe' || kind === 'video';
      if (kind === 'keyframe' || (since === null && isVideo)) {
        since = now();
        held = 0;
      }
      if (since === null) return null;
      held += bytes;
      if (held > keyframeBytes) return `no keyframe within ${Math.floor(keyframeBytes / 1024 / 1024)} MB`;
      return now() - since > keyframeMs ? `no keyframe for ${Math.floor(keyframeMs / 1000)} s` : null;
    },
  };
}
