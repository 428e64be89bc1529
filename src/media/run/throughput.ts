import { median } from './median.ts';
import type { Counts, Progress } from './progress.ts';

interface CounterSample extends Counts {
  /** Milliseconds since 1970. */
  at: number;
}

export interface Throughput {
  /** Oldest first. */
  readings: readonly CounterSample[];
  /** Time of the first totals (ms). */
  beganAt: number;
  /** Time of the last growth (ms). */
  movedAt: number;
  /** Largest lead of the video over the clock before the readings, in seconds. */
  ahead?: number;
  slow?: boolean;
}

export interface Rates {
  /** Null for audio alone. */
  fps: number | null;
  /** Frames per second of video time; null while none arrive. */
  wantedFps: number | null;
  /** Without frames that ffmpeg duplicates; null for audio alone. */
  arrivingFps: number | null;
  /** Null if ffmpeg does not report the size. */
  kbit: number | null;
  /** Seconds of video per second. */
  speed: number;
  overSeconds: number;
}

const RECENT_MS = 3000;
const STEADY_MS = 10_000;
/** Seconds of video; with less, the frame rate of the whole run is more stable. */
const TOLD_S = 1;
const IDLE_MS = 3000;
const FLOWING_MS = 2000;
const MEASURED_MS = 1800;

const hasGrown = (before: Counts, now: Counts) =>
  now.frames > before.frames || now.sizeKb > before.sizeKb || now.seconds > before.seconds;

const isNewRun = (before: Counts, now: Counts) => now.frames < before.frames || now.seconds < before.seconds;

export const SLOW = 0.9;
export const HOPELESS = 0.6;
/** Hysteresis, so a rate near the limit does not flip every second. */
const FAST_ENOUGH = 0.95;

/** With few frames per second, the next one may just be due. */
const slackOf = ({ wantedFps, overSeconds }: Rates) => (wantedFps ? 1 / (wantedFps * overSeconds) : 0);

/** Bursts lower the median and a stop the mean, so both must be slow. A stopped stream is stalled, not slow. */
export function isTooSlow(flow: Throughput | null, before = flow?.slow): boolean {
  const rates = ratesOf(flow);
  if (!flow || !rates || (!before && lastAt(flow) !== flow.movedAt)) return false;
  return Math.max(rates.speed, usualSpeedOf(flow)) + slackOf(rates) < (before ? FAST_ENOUGH : SLOW);
}

const isSameRun = ({ beganAt }: Throughput, progress: Progress, at: number) =>
  (progress.status === 'connected' || progress.status === 'connecting') &&
  at - progress.seconds * 1000 <= beganAt + IDLE_MS;

const isUntold = (before: Throughput, at: number) => at - (before.readings.at(-1)?.at ?? 0) > STEADY_MS;

export function addSample(before: Throughput | null, progress: Progress | null, at: number): Throughput | null {
  const counts = progress && 'counts' in progress ? progress.counts : undefined;
  if (!counts) return progress && before && isSameRun(before, progress, at) && !isUntold(before, at) ? before : null;
  const last = before?.readings.at(-1);
  const reading = { ...counts, at };
  if (!before || !last || isNewRun(last, counts)) return { readings: [reading], beganAt: at, movedAt: at };
  if (at <= last.at) return before;
  // Measures only what follows a stop.
  const resumes = last.at - before.movedAt >= IDLE_MS && hasGrown(last, counts);
  const isRecent = (sample: CounterSample) => !resumes && at - sample.at <= STEADY_MS;
  const old = before.readings.filter((sample) => !isRecent(sample)).map((sample) => leadOf(before, sample));
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

/** Seconds. */
const LEAD_S = 1;

/** Whether it catches up after a stop: the video has been further ahead of the clock before. */
export function isCatchingUp(flow: Throughput | null): boolean {
  const last = flow?.readings.at(-1);
  return last !== undefined && flow?.ahead !== undefined && leadOf(flow, last) <= flow.ahead + LEAD_S;
}

const perSecond = (begin: CounterSample, end: CounterSample, field: 'frames' | 'seconds' | 'repeated' | 'sizeKb') =>
  (((end[field] ?? 0) - (begin[field] ?? 0)) * 1000) / (end.at - begin.at);

/** Polls may be up to half a second late. */
const isApart = (begin: CounterSample, end: CounterSample) => end.at - begin.at >= RECENT_MS - 500;

const stretchesOf = (readings: readonly CounterSample[]): readonly (readonly [CounterSample, CounterSample])[] =>
  readings.flatMap((end) => {
    const begin = readings.findLast((sample) => isApart(sample, end));
    return begin ? [[begin, end] as const] : [];
  });

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

/** Whole seconds without growth; null below three. */
export function stalledFor(flow: Throughput | null): number | null {
  const idle = flow ? lastAt(flow) - flow.movedAt : 0;
  return idle >= IDLE_MS ? Math.floor(idle / 1000) : null;
}

/** Whole seconds of growth; null below two, and while it is stalled. */
export function flowingSeconds(flow: Throughput | null): number | null {
  if (!flow || stalledFor(flow) !== null) return null;
  const flowing = flow.movedAt - flow.beganAt;
  return flowing >= FLOWING_MS ? Math.floor(flowing / 1000) : null;
}

export const isSettled = (flow: Throughput | null): boolean =>
  flow !== null && lastAt(flow) - flow.beganAt >= STEADY_MS;

/** ffmpeg reports twice per second, so smaller differences are noise. */
const TREMBLES = 0.05;

/** Whether it is faster than real time for a while, after a stop or a start. */
export const catchesUp = (flow: Throughput | null): boolean =>
  (ratesOf(flow)?.speed ?? 0) > 1 + TREMBLES && (!isSettled(flow) || isCatchingUp(flow));

/** Frames per second of video while it catches up, as viewers get them. */
export function shownFps(flow: Throughput | null): number | null {
  const { fps = null, wantedFps = null } = ratesOf(flow) ?? {};
  if (fps === null || wantedFps === null) return fps;
  return catchesUp(flow) || Math.abs(fps - wantedFps) <= wantedFps * TREMBLES ? wantedFps : fps;
}
