import type { Progress } from '../../media/progress.ts';
import type { RootState } from '../features.ts';
import type { ControlState } from './view.ts';

/** Selectors of what is in view; those that give a number or a word render again only when it changes. */
export const progressIn = ({ ingest: { ingest } }: RootState): Progress | null =>
  ingest.status === 'present' ? ingest.progress : null;

/** A new object each time: for decisions, not to be kept. */
export const controlStateIn = (state: RootState): ControlState => ({
  progress: progressIn(state),
  asked: state.ingest.asked,
  failure: state.ingest.failure,
});

const liveIn = (state: RootState) => {
  const progress = progressIn(state);
  return progress?.status === 'connected' ? progress : null;
};

export const uptimeIn = (state: RootState) => liveIn(state)?.uptimeSeconds ?? null;
export const fpsIn = (state: RootState) => liveIn(state)?.fps ?? null;
export const speedIn = (state: RootState) => liveIn(state)?.speed ?? null;

export const bitrateIn = ({ ingest: { ingest } }: RootState) =>
  ingest.status === 'present' ? ingest.bitrateKbit : null;

const NOTHING: never[] = [];

export const trailIn =
  (of: 'bitrate' | 'fps' | 'speed') =>
  ({ ingest: { ingest } }: RootState) =>
    ingest.status === 'present' ? ingest.trails[of] : NOTHING;

export const seenAtIn = ({ ingest: { ingest } }: RootState) => (ingest.status === 'present' ? ingest.seenAt : null);
