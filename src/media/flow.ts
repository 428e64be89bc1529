import type { Counts, Progress } from './progress.ts';

interface Reading extends Counts {
  /** When the core said so (ms). */
  at: number;
}

/** How a run has gone lately: what its totals were each time somebody looked. Null where nothing is told. */
export interface Flow {
  /** Oldest first, as far back as they agree with the last three seconds. */
  readings: readonly Reading[];
  /** When the first totals of this run were seen (ms). */
  beganAt: number;
  /** When they were last seen to have grown (ms). */
  movedAt: number;
  /** It was too slow for a while, and is not fast enough yet: another pace is no end of that. */
  slow?: boolean;
}

export interface Rates {
  /** null for audio alone. */
  fps: number | null;
  /** Frames in a second of the video, however long that takes; null while none passes. */
  wantedFps: number | null;
  /** null where ffmpeg does not tell the size. */
  kbit: number | null;
  /** Seconds of the video in a second. */
  speed: number;
  /** For how long it has gone on like that (s): three at least, ten at most are looked at. */
  overSeconds: number;
}

const RECENT_MS = 3000;
/** What goes on steadily is measured over longer: the figures do not tremble then. */
const STEADY_MS = 10_000;
/** ffmpeg tells its totals twice a second: what is seen may be so old. */
const JITTER_S = 0.6;
/** Of less of the video its frame rate trembles: then it is that of the whole run. */
const TOLD_S = 1;
/** From the third second on it is said that nothing comes. */
const IDLE_MS = 3000;
const FLOWING_MS = 2000;
/** Less says nothing. */
const MEASURED_MS = 1800;

const hasGrown = (before: Counts, now: Counts) =>
  now.frames > before.frames || now.sizeKb > before.sizeKb || now.seconds > before.seconds;

const isNewRun = (before: Counts, now: Counts) => now.frames < before.frames || now.seconds < before.seconds;

export const SLOW = 0.9;
/** Below it no player can follow. */
export const HOPELESS = 0.6;
/** A machine that held its breath for a second is no slow one. */
const SLOW_FOR_S = 5;

/** Time goes on with each frame: where they are few, one that is about to come is no delay. */
const slackOf = ({ wantedFps, overSeconds }: Rates) => (wantedFps ? 1 / (wantedFps * overSeconds) : 0);

/** @param before it was so, up to now */
const isSlow = (rates: Rates | null, before = false): boolean =>
  rates !== null &&
  rates.speed + slackOf(rates) < SLOW &&
  (before || rates.speed < HOPELESS || rates.overSeconds >= SLOW_FOR_S);

/** What has just stopped is not slow: it stands still, which is said a moment later. */
export const isTooSlow = (flow: Flow | null, before = flow?.slow): boolean =>
  flow !== null && (before || lastAt(flow) === flow.movedAt) && isSlow(ratesOf(flow), before);

/** What ffmpeg does not tell once is not gone: the run goes on. */
const goesOn = ({ beganAt }: Flow, progress: Progress, at: number) =>
  (progress.status === 'connected' || progress.status === 'connecting') &&
  at - progress.seconds * 1000 <= beganAt + IDLE_MS;

const isUntold = (before: Flow, at: number) => at - (before.readings.at(-1)?.at ?? 0) > STEADY_MS;

export function flowAfter(before: Flow | null, progress: Progress | null, at: number): Flow | null {
  const counts = progress && 'counts' in progress ? progress.counts : undefined;
  if (!counts) return progress && before && goesOn(before, progress, at) && !isUntold(before, at) ? before : null;
  const last = before?.readings.at(-1);
  const reading = { ...counts, at };
  if (!before || !last || isNewRun(last, counts)) return { readings: [reading], beganAt: at, movedAt: at };
  if (at <= last.at) return before;
  const flow = {
    readings: agreeing([...before.readings.filter((one) => at - one.at <= STEADY_MS), reading]),
    beganAt: before.beganAt,
    movedAt: hasGrown(last, counts) ? at : before.movedAt,
  };
  return isSettled(flow) && isTooSlow(flow, before.slow) ? { ...flow, slow: true } : flow;
}

/** The readings of the last three seconds, and those before them as long as it went on at the same pace. */
function agreeing(readings: readonly Reading[]): readonly Reading[] {
  const [first] = readings;
  const last = readings.at(-1);
  const recent = readings.filter(({ at }) => last && last.at - at <= RECENT_MS + 500);
  const [begin] = recent;
  if (!first || !last || !begin || first === begin) return readings;
  const all = last.at - first.at;
  const lately = (last.at - begin.at) / 1000;
  const agrees = (['frames', 'seconds'] as const).every((of) => {
    const pace = ((last[of] - first[of]) / all) * 1000;
    // A frame more or less is none: it came just before or after somebody looked.
    const slack = pace * JITTER_S + (of === 'frames' ? 1 : 0);
    return Math.abs(last[of] - begin[of] - pace * lately) <= slack;
  });
  return agrees ? readings : recent;
}

export function ratesOf(flow: Flow | null): Rates | null {
  const first = flow?.readings[0];
  const last = flow?.readings.at(-1);
  if (!flow || !first || !last || last.at - first.at < MEASURED_MS) return null;
  const span = (last.at - first.at) / 1000;
  const frames = last.frames - first.frames;
  const seconds = last.seconds - first.seconds;
  // How much there is to send changes from one picture to the next.
  const recent = flow.readings.find(({ at }) => last.at - at <= RECENT_MS + 500) ?? first;
  return {
    fps: last.frames > 0 ? frames / span : null,
    wantedFps: frames > 0 && seconds > 0 ? (seconds < TOLD_S ? last.frames / last.seconds : frames / seconds) : null,
    kbit: last.sizeKb > 0 ? ((last.sizeKb - recent.sizeKb) * 8.192 * 1000) / (last.at - recent.at) : null,
    speed: seconds / span,
    overSeconds: span,
  };
}

const lastAt = ({ readings, beganAt }: Flow) => readings.at(-1)?.at ?? beganAt;

/** Whole seconds without anything new, from the third one on; null before. */
export function idleSeconds(flow: Flow | null): number | null {
  const idle = flow ? lastAt(flow) - flow.movedAt : 0;
  return idle >= IDLE_MS ? Math.floor(idle / 1000) : null;
}

/** Whole seconds for which it has been seen to go on; null before the second one, and when it stands still. */
export function flowingSeconds(flow: Flow | null): number | null {
  if (!flow || idleSeconds(flow) !== null) return null;
  const flowing = flow.movedAt - flow.beganAt;
  return flowing >= FLOWING_MS ? Math.floor(flowing / 1000) : null;
}

/** The start says nothing of how it goes on. */
export const isSettled = (flow: Flow | null): boolean => flow !== null && lastAt(flow) - flow.beganAt >= STEADY_MS;
