import { createAction } from '@reduxjs/toolkit';
import type { StatusAnswer } from '../../../media/status/channelStatus.ts';

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

/** What one answer of the core says of channels. */
export interface StatusFetched {
  /** When it was asked (ms). */
  askedAt: number;
  /** The one on the screen, of which all processes are in the answer; null: it is about others. */
  watched: string | null;
  answers: Readonly<Record<string, StatusAnswer>>;
}

export const statusFetched = createAction<StatusFetched>('channel/statusFetched');

export interface WatchedAnswer extends StatusAnswer {
  channel: string;
  askedAt: number;
}

/** Of the channel on the screen alone. */
export const watchedFetched = ({ channel, askedAt, ...answer }: WatchedAnswer) =>
  statusFetched({ askedAt, watched: channel, answers: { [channel]: answer } });

export const isWatchedFetched = (action: unknown): action is ReturnType<typeof statusFetched> =>
  statusFetched.match(action) && action.payload.watched !== null;

/** What it says of the channel on the screen; null: nothing. */
export function watchedAnswerIn({ askedAt, watched, answers }: StatusFetched): WatchedAnswer | null {
  const answer = watched === null ? undefined : answers[watched];
  return watched === null || !answer ? null : { ...answer, channel: watched, askedAt };
}
