import { egressOf } from '../../../api/processIds.ts';
import { missingSince } from '../../../media/hls/segmentArrival.ts';
import { receivedKbit } from '../../../media/run/bytesPushedToServer.ts';
import { type Progress, speedTone, type Tone } from '../../../media/run/progress.ts';
import { sourceKbit } from '../../../media/run/sourceKbit.ts';
import { catchesUp, isCatchingUp, isSettled, type Rates, ratesOf, shownFps } from '../../../media/run/throughput.ts';
import type { ChannelStatus } from '../../../media/status/channelStatus.ts';
import { sourceIn, type WithStatus, watchedStatusIn } from '../status/slice.ts';
import type { ControlState } from './controlState.ts';
import type { WithIngest } from './slice.ts';

/** These selectors return primitives, so that components render only on changes. */
export const progressIn = (state: WithStatus): Progress | null => sourceIn(state)?.progress ?? null;

const NO_EGRESSES: ChannelStatus['egresses'] = {};

export const egressesIn = (state: WithStatus): ChannelStatus['egresses'] =>
  (sourceIn(state) && watchedStatusIn(state)?.egresses) ?? NO_EGRESSES;

export const isRunningIn = (state: WithIngest): boolean => progressIn(state)?.order === 'start';

export const publicationsOnIn = (state: WithStatus): string =>
  Object.entries(egressesIn(state))
    .flatMap(([id, { progress }]) => (progress.order === 'start' ? [id] : []))
    .join(' ');

/** Services that receive the video unchanged, joined to one string. An encoding publication makes its own keyframes. */
export const sentToIn = (state: WithStatus): string =>
  Object.entries(egressesIn(state))
    .flatMap(([id, { progress }]) =>
      progress.order === 'start' && !('encodes' in progress) ? (egressOf(id)?.service ?? []) : [],
    )
    .join(' ');

export const controlStateIn = (state: WithIngest): ControlState => ({
  progress: progressIn(state),
  asked: state.ingest.asked,
  failure: sourceIn(state)?.failure ?? null,
});

/** Time of the last status (ms) if it is outdated, else null. */
export const agedSinceIn = (state: WithStatus): number | null => (state.status.aged === null ? null : seenAtIn(state));

/** State for display, with unknown progress if outdated. Buttons use `controlStateIn`, the last known state. */
export const sightIn = (state: WithIngest): ControlState => {
  const control = controlStateIn(state);
  return agedSinceIn(state) === null ? control : { ...control, progress: null };
};

const flowIn = (state: WithStatus) => sourceIn(state)?.flow ?? null;

const liveIn = (state: WithIngest) => {
  const { progress } = sightIn(state);
  return progress?.status === 'connected' ? progress : null;
};

const ratesIn = (state: WithIngest): Rates | null => (liveIn(state) ? ratesOf(flowIn(state)) : null);

export const fpsIn = (state: WithIngest): number | null => (liveIn(state) ? shownFps(flowIn(state)) : null);
export const isCatchingUpIn = (state: WithIngest): boolean => liveIn(state) !== null && catchesUp(flowIn(state));
export const wantedFpsIn = (state: WithIngest) => {
  const targetFps = ratesIn(state)?.wantedFps ?? null;
  return targetFps === null ? null : Math.max(1, Math.round(targetFps));
};
/** In tenths, because the exact value changes with each poll. null: unknown. */
export const arrivingFpsIn = (state: WithIngest): number | null => {
  const fps = ratesIn(state)?.arrivingFps ?? null;
  return fps === null ? null : Math.round(fps * 10) / 10;
};
export const receivedKbitIn = (state: WithIngest): number | null =>
  liveIn(state) ? receivedKbit(state.ingest.received) : null;

export const speedIn = (state: WithIngest) => ratesIn(state)?.speed ?? null;

export const bitrateIn = (state: WithStatus) =>
  state.status.aged === null ? sourceKbit(sourceIn(state), state.status.measuredKbit) : null;

export function speedToneIn(state: WithIngest): Tone | null {
  const flow = flowIn(state);
  const speed = speedIn(state);
  return speed === null || !isSettled(flow) ? null : speedTone(speed, isCatchingUp(flow));
}

export const missingSinceIn = ({ status }: WithStatus): number | null => missingSince(status.arrival);

/** Covers the pace of the file listing. */
const STORED_MS = 12_000;

export const storedIn = ({ status: { arrival } }: WithStatus, now: number): boolean | null => {
  if (!arrival) return null;
  if (arrival.segments !== '') return true;
  return now - arrival.seenAt < STORED_MS ? false : null;
};

const NOTHING: never[] = [];

export const trailIn =
  (of: 'bitrate' | 'fps' | 'speed') =>
  ({ status: { watched, trails } }: WithStatus) =>
    (watched === null ? undefined : trails[watched]?.[of]) ?? NOTHING;

/** Whether the first answer is pending, when a text would only flash. */
export const isAwaitedIn = (state: WithStatus): boolean =>
  watchedStatusIn(state) === null && state.status.unread === null && state.status.aged === null;

export const unreadIn = ({ status }: WithStatus): string | null => status.unread;

export const seenAtIn = (state: WithStatus) => (sourceIn(state) ? state.status.watchedAt : null);

const kbitOf = (progress: Progress) => (progress.status === 'connected' ? (progress.bitrateKbit ?? null) : 0);

/** kbit/s to services, from the processes if they report it, else from the core. null: unknown. */
export const publishedIn = (state: WithIngest): number | null => {
  const { audience } = state.ingest;
  if (!sourceIn(state) || state.status.aged !== null) return null;
  const bitrates = Object.values(egressesIn(state)).map(({ progress }) => kbitOf(progress));
  const isTold = bitrates.every((kbit) => kbit === 0) || bitrates.some((kbit) => kbit !== null && kbit > 0);
  return isTold ? bitrates.reduce<number>((sum, kbit) => sum + (kbit ?? 0), 0) : (audience?.publishedKbit ?? null);
};

export const watchedIn = ({ ingest: { audience }, status: { aged } }: WithIngest): number | null =>
  aged === null ? (audience?.bandwidthKbit ?? null) : null;

/** Counts at the edges if there are any, because the core then only sees the edges. */
export const viewersIn = ({ ingest: { audience, edgeAudience }, status: { aged } }: WithIngest): number | null =>
  aged === null ? ((edgeAudience ?? audience)?.viewers ?? null) : null;
