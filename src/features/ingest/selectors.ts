import type { Progress } from '../../media/progress.ts';
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
export const fpsIn = (state: WithIngest) => liveIn(state)?.fps ?? null;
export const speedIn = (state: WithIngest) => liveIn(state)?.speed ?? null;

export const bitrateIn = ({ ingest: { ingest } }: WithIngest) =>
  ingest.status === 'present' ? ingest.bitrateKbit : null;

const NOTHING: never[] = [];

export const trailIn =
  (of: 'bitrate' | 'fps' | 'speed') =>
  ({ ingest: { ingest } }: WithIngest) =>
    ingest.status === 'present' ? ingest.trails[of] : NOTHING;

/** Why the core does not say how the channel is, once that is no slip any more. */
export const unreadIn = ({ ingest }: WithIngest): string | null => ingest.unread;

export const seenAtIn = ({ ingest: { ingest } }: WithIngest) => (ingest.status === 'present' ? ingest.seenAt : null);
