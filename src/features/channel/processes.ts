import { createAction } from '@reduxjs/toolkit';
import type { StatusAnswer } from '../../media/channelStatus.ts';
import type { ProcessFailure } from '../../media/processFailure.ts';
import type { Progress } from '../../media/progress.ts';

/** Everything of one channel is on screen (its id), until another one is opened or none is. */
export const channelOpened = createAction<string>('channel/opened');
/** Only the states of its processes are. */
export const statesOpened = createAction<string>('channel/statesOpened');
export const channelClosed = createAction('channel/closed');

/** The core answers, and does not say how its processes are; why. */
export const processesUnread = createAction<{ channel: string; reason: string }>('channel/processesUnread');
/** What was seen last is too old to be told as what is. */
export const statesAged = createAction('channel/statesAged');
/** The operator does not want to wait for the next look. */
export const statesRetried = createAction<string>('channel/statesRetried');

/** What one look at a channel's processes found. Times in ms. */
export interface ProcessAnswer {
  channel: string;
  askedAt: number;
  seenAt: number;
  /** Of the ingest; null: the core has no such process. */
  progress: Progress | null;
  /** Of the publications, by process id. */
  egresses: Record<string, Progress>;
  /** Of the renditions, with the percent of one core that each uses; absent where there are none. */
  renditions?: Record<string, { progress: Progress; cpu: number }>;
}

/** The log of what failed was looked at: whoever asked first has asked for all. It may have failed again since, or be live. */
export const failureExplained = createAction<{ channel: string; id: string; failing: ProcessFailure }>(
  'channel/failureExplained',
);

export const processesFetched = createAction<ProcessAnswer>('channel/processesFetched');

/** What one look at all of them found besides, by channel. */
export const channelsLooked = createAction<Readonly<Record<string, StatusAnswer>>>('channel/channelsLooked');
