import { egressOf } from '../../api/ids.ts';
import { missingSince } from '../../media/arrival.ts';
import { idleSeconds, isSettled, type Rates, ratesOf } from '../../media/flow.ts';
import type { Progress } from '../../media/progress.ts';
import type { WithConnection } from '../connection/slice.ts';
import type { WithIngest } from './slice.ts';
import type { ControlState } from './view.ts';

/** Selectors of what is in view; those that give a number or a word render again only when it changes. */
export const progressIn = ({ ingest: { ingest } }: WithIngest): Progress | null =>
  ingest.status === 'present' ? ingest.progress : null;

/** Whether the channel in view is on. */
export const isRunningIn = (state: WithIngest): boolean => progressIn(state)?.order === 'start';

/** Ids of its publications that are on, as one text. */
export const publicationsOnIn = ({ ingest: { ingest } }: WithIngest): string =>
  ingest.status === 'present'
    ? Object.entries(ingest.egresses)
        .flatMap(([id, { order }]) => (order === 'start' ? [id] : []))
        .join(' ')
    : '';

/** Services that get the video as the channel sends it, as one text: who encodes on the way makes keyframes of its own. */
export const sentToIn = ({ ingest: { ingest } }: WithIngest): string =>
  ingest.status === 'present'
    ? Object.entries(ingest.egresses)
        .flatMap(([id, progress]) =>
          progress.order === 'start' && !('encodes' in progress) ? (egressOf(id)?.service ?? []) : [],
        )
        .join(' ')
    : '';

/** A new object each time: for decisions, not to be kept. */
export const controlStateIn = (state: WithIngest): ControlState => ({
  progress: progressIn(state),
  asked: state.ingest.asked,
  failure: state.ingest.failure,
});

const liveIn = (state: WithIngest) => {
  const progress = progressIn(state);
  return progress?.status === 'connected' ? progress : null;
};

export const uptimeIn = (state: WithIngest) => liveIn(state)?.uptimeSeconds ?? null;

type Seen = WithIngest & WithConnection;

/** How it goes now, of what is live; what was so when the core was there last is not known to be so. */
const ratesIn = (state: Seen): Rates | null =>
  state.connection.status !== 'lost' && liveIn(state) ? ratesOf(state.ingest.flow) : null;

export const fpsIn = (state: Seen) => ratesIn(state)?.fps ?? null;
export const speedIn = (state: Seen) => ratesIn(state)?.speed ?? null;

export const bitrateIn = ({ ingest: { ingest }, connection }: Seen) =>
  ingest.status === 'present' && connection.status !== 'lost' ? ingest.bitrateKbit : null;

/** The start says nothing of how good it is. */
export const settledIn = ({ ingest }: WithIngest): boolean => isSettled(ingest.flow);

/** Seconds without anything new of what counts as live. */
export const idleIn = (state: WithIngest): number | null => (liveIn(state) ? idleSeconds(state.ingest.flow) : null);

/** Since when nothing of what is sent arrives in the storage (ms). */
export const missingSinceIn = ({ ingest }: WithIngest): number | null => missingSince(ingest.arrival);

const NOTHING: never[] = [];

export const trailIn =
  (of: 'bitrate' | 'fps' | 'speed') =>
  ({ ingest: { channel, trails } }: WithIngest) =>
    (channel === null ? undefined : trails[channel]?.[of]) ?? NOTHING;

/** Why the core does not say how the channel is, once that is no slip any more. */
export const unreadIn = ({ ingest }: WithIngest): string | null => ingest.unread;

export const seenAtIn = ({ ingest: { ingest } }: WithIngest) => (ingest.status === 'present' ? ingest.seenAt : null);

const kbitOf = (progress: Progress) => (progress.status === 'connected' ? (progress.bitrateKbit ?? 0) : 0);

/** kbit/s to the services: what their processes say, where the core does not count it. null: not known. */
export const publishedIn = ({ ingest: { ingest, audience }, connection }: Seen): number | null => {
  if (ingest.status !== 'present' || connection.status === 'lost') return null;
  const told = Object.values(ingest.egresses).reduce((sum, progress) => sum + kbitOf(progress), 0);
  return told > 0 ? told : (audience?.publishedKbit ?? 0);
};

export const watchedIn = ({ ingest: { audience }, connection }: Seen): number | null =>
  connection.status === 'lost' ? null : (audience?.bandwidthKbit ?? null);

export const viewersIn = ({ ingest: { audience }, connection }: Seen): number | null =>
  connection.status === 'lost' ? null : (audience?.viewers ?? null);
