import type { Counts, Progress } from './progress.ts';

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}

interface CounterSample extends Counts {
  /** When the core said so (ms). */
  at: number;
}

/** How a run has gone lately: what its totals were each time somebody looked. Null where nothing is told. */
export interface Throughput {
  /** Oldest first, of the last ten seconds. */
  readings: readonly CounterSample[];
  /** When the first totals of this run were seen (ms). */
  beganAt: number;
  /** When they were last seen to have grown (ms). */
  movedAt: number;
  /** How far the video has been ahead of the clock at most, before the readings (s). */
  ahead?: number;
  /** It was too slow for a while, and is not fast enough yet: another pace is no end of that. */
  slow?: boolean;
}

export interface Rates {
  /** null for audio alone. */
  fps: number | null;
  /** Frames in a second of the video, however long that takes; null while none passes. */
  wantedFps: number | null;
  /** Frames a second that come in: without those that ffmpeg repeats to keep its frame rate; null for audio alone. */
  arrivingFps: number | null;
  /** null where ffmpeg does not tell the size. */
  kbit: number | null;
  /** Seconds of the video in a second. */
  speed: number;
  /** Over how long all of it is the mean (s): ten at most. */
  overSeconds: number;
}

const RECENT_MS = 3000;
/** One bad second is no pace: what is said of a run is the mean of its last ten seconds. */
const STEADY_MS = 10_000;
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
/** What has been slow is so until it is clearly not: a pace at the limit would begin and end each second. */
const FAST_ENOUGH = 0.95;

/** Time goes on with each frame: where they are few, one that is about to come is no delay. */
const slackOf = ({ wantedFps, overSeconds }: Rates) => (wantedFps ? 1 / (wantedFps * overSeconds) : 0);

/** Both must be slow: a stop lowers the mean, bursts lower the median. A stream that just stopped counts as stalled instead. */
export function isTooSlow(flow: Throughput | null, before = flow?.slow): boolean {
  const rates = ratesOf(flow);
  if (!flow || !rates || (!before && lastAt(flow) !== flow.movedAt)) return false;
  return Math.max(rates.speed, usualSpeedOf(flow)) + slackOf(rates) < (before ? FAST_ENOUGH : SLOW);
}

/** What ffmpeg does not tell once is not gone: the run goes on. */
const goesOn = ({ beganAt }: Throughput, progress: Progress, at: number) =>
  (progress.status === 'connected' || progress.status === 'connecting') &&
  at - progress.seconds * 1000 <= beganAt + IDLE_MS;

const isUntold = (before: Throughput, at: number) => at - (before.readings.at(-1)?.at ?? 0) > STEADY_MS;

export function addSample(before: Throughput | null, progress: Progress | null, at: number): Throughput | null {
  const counts = progress && 'counts' in progress ? progress.counts : undefined;
  if (!counts) return progress && before && goesOn(before, progress, at) && !isUntold(before, at) ? before : null;
  const last = before?.readings.at(-1);
  const reading = { ...counts, at };
  if (!before || !last || isNewRun(last, counts)) return { readings: [reading], beganAt: at, movedAt: at };
  if (at <= last.at) return before;
  // What was missed during a stop is no pace: the run is measured from where it goes on.
  const resumes = last.at - before.movedAt >= IDLE_MS && hasGrown(last, counts);
  const isRecent = (one: CounterSample) => !resumes && at - one.at <= STEADY_MS;
  const old = before.readings.filter((one) => !isRecent(one)).map((one) => leadOf(before, one));
  const flow = {
    readings: [...before.readings.filter(isRecent), reading],
    ...(before.ahead === undefined && old.length === 0 ? {} : { ahead: Math.max(before.ahead ?? -Infinity, ...old) }),
    beganAt: before.beganAt,
    movedAt: hasGrown(last, counts) ? at : before.movedAt,
  };
  return isSettled(flow) && isTooSlow(flow, before.slow) ? { ...flow, slow: true } : flow;
}

const leadOf = ({ beganAt }: Pick<Throughput, 'beganAt'>, { seconds, at }: CounterSample) =>
  seconds - (at - beganAt) / 1000;

/** Less than a second more is no lead: figures tremble. */
const LEAD_S = 1;

/** Whether it makes up for a stop: its video has been further ahead of the clock than it is now. */
export function isCatchingUp(flow: Throughput | null): boolean {
  const last = flow?.readings.at(-1);
  return last !== undefined && flow?.ahead !== undefined && leadOf(flow, last) <= flow.ahead + LEAD_S;
}

const perSecond = (begin: CounterSample, end: CounterSample, of: 'frames' | 'seconds' | 'repeated' | 'sizeKb') =>
  (((end[of] ?? 0) - (begin[of] ?? 0)) * 1000) / (end.at - begin.at);

/** From here on the pace of three seconds is seen, looks being up to half a second late. */
const isApart = (begin: CounterSample, end: CounterSample) => end.at - begin.at >= RECENT_MS - 500;

/** Each three seconds of these readings: where they began and ended. */
const stretchesOf = (readings: readonly CounterSample[]): readonly (readonly [CounterSample, CounterSample])[] =>
  readings.flatMap((end) => {
    const begin = readings.findLast((one) => isApart(one, end));
    return begin ? [[begin, end] as const] : [];
  });

/** Seconds of the video in a second, as it was for most of the time. */
const usualSpeedOf = ({ readings }: Throughput): number =>
  median(stretchesOf(readings).map(([begin, end]) => perSecond(begin, end, 'seconds'))) ?? 0;

const ends = (flow: Throughput | null): readonly [CounterSample, CounterSample] | null => {
  const first = flow?.readings[0];
  const last = flow?.readings.at(-1);
  return first && last && last.at - first.at >= MEASURED_MS ? [first, last] : null;
};

export function ratesOf(flow: Throughput | null): Rates | null {
  const span = ends(flow);
  if (!flow || !span) return null;
  const [first, last] = span;
  const frames = last.frames - first.frames;
  const seconds = last.seconds - first.seconds;
  const fps = last.frames > 0 ? perSecond(...span, 'frames') : null;
  return {
    fps,
    wantedFps: frames > 0 && seconds > 0 ? (seconds < TOLD_S ? last.frames / last.seconds : frames / seconds) : null,
    arrivingFps: fps === null ? null : Math.max(0, fps - perSecond(...span, 'repeated')),
    kbit: last.sizeKb > 0 ? perSecond(...span, 'sizeKb') * 8.192 : null,
    speed: perSecond(...span, 'seconds'),
    overSeconds: (last.at - first.at) / 1000,
  };
}

const lastAt = ({ readings, beganAt }: Throughput) => readings.at(-1)?.at ?? beganAt;

/** Whole seconds without anything new, from the third one on; null before. */
export function stalledFor(flow: Throughput | null): number | null {
  const idle = flow ? lastAt(flow) - flow.movedAt : 0;
  return idle >= IDLE_MS ? Math.floor(idle / 1000) : null;
}

/** Whole seconds for which it has been seen to go on; null before the second one, and when it stands still. */
export function flowingSeconds(flow: Throughput | null): number | null {
  if (!flow || stalledFor(flow) !== null) return null;
  const flowing = flow.movedAt - flow.beganAt;
  return flowing >= FLOWING_MS ? Math.floor(flowing / 1000) : null;
}

/** The start says nothing of how it goes on. */
export const isSettled = (flow: Throughput | null): boolean =>
  flow !== null && lastAt(flow) - flow.beganAt >= STEADY_MS;

/** ffmpeg counts twice a second: what is no further from what it should be is that. */
const TREMBLES = 0.05;

/** Faster than the video lasts, to make up for a stop or in its first seconds. What goes on so is no catching up. */
export const catchesUp = (flow: Throughput | null): boolean =>
  (ratesOf(flow)?.speed ?? 0) > 1 + TREMBLES && (!isSettled(flow) || isCatchingUp(flow));

/** Frames a second as they are told: while it catches up those in a second of the video, as viewers get them. */
export function shownFps(flow: Throughput | null): number | null {
  const { fps = null, wantedFps = null } = ratesOf(flow) ?? {};
  if (fps === null || wantedFps === null) return fps;
  return catchesUp(flow) || Math.abs(fps - wantedFps) <= wantedFps * TREMBLES ? wantedFps : fps;
}
