import type { WithInspector } from './slice.ts';

/** What is older than this is no longer how it is. */
const OLD_AFTER_MS = 75_000;

const currentIn = ({ streamInspector: { look } }: WithInspector, now: number) =>
  look.status === 'seen' && now - look.at < OLD_AFTER_MS ? look : null;

/** Since when the channel in view has no sound (ms), its picture stands still, or is black; null: not so, or not known. */
export const silentSinceIn = (state: WithInspector, now: number) =>
  currentIn(state, now) ? state.streamInspector.silentSince : null;
export const frozenSinceIn = ({ streamInspector: seen }: WithInspector) => seen.frozenSince;
export const blackSinceIn = ({ streamInspector: seen }: WithInspector) => seen.blackSince;

/** Seconds from one keyframe to the next, and frames a second, as viewers get them; null: not known. */
export const keyframeIn = (state: WithInspector, now: number) =>
  currentIn(state, now)?.figures.video?.keyframeSeconds ?? null;
export const seenFpsIn = (state: WithInspector, now: number) => currentIn(state, now)?.figures.video?.fps ?? null;

export const farKeyframesIn = (state: WithInspector, now: number) =>
  currentIn(state, now) ? state.streamInspector.farKeyframes : null;
