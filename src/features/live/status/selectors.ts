import type { ChannelStatus, ProcessStatus } from '../../../media/status/channelStatus.ts';
import type { WithStatus } from './slice.ts';

/** The channel on the screen; null: the core has not said yet how it is. */
export const watchedStatusIn = ({ status: { watched, watchedAt, channels } }: WithStatus): ChannelStatus | null =>
  watched === null || watchedAt === null ? null : (channels[watched] ?? null);

/** Its ingest; null: it was never set up, or that is not known yet. */
export const sourceIn = (state: WithStatus): ProcessStatus | null => watchedStatusIn(state)?.ingest ?? null;

/** The core has no such process: the channel was never set up. */
export const isAbsentIn = (state: WithStatus): boolean => watchedStatusIn(state)?.ingest === null;

/** The source of the channel on the screen is live. */
export const isLiveIn = (state: WithStatus): boolean => sourceIn(state)?.progress.status === 'connected';
