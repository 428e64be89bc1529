import type { SentenceExpectation } from './browser/channelPageRecord.ts';
import { NO_DATA, type Situation } from './verdictExpectations.ts';

const ANY = /./;
/** It plays on, or the server is at its limit: who sends is as good as before. */
const SERVER = ['nobody', 'server'];
const says = (then: RegExp, soon = ANY): SentenceExpectation['says'] => ({ 3: soon, 10: then, 30: then });

/** What is said on a machine that has no time left, of channels that the server encodes. */
export const UNDER_LOAD = {
  steady: { picture: 'h264', says: says(ANY), names: SERVER },
  stalled: { picture: 'h264', says: says(NO_DATA), names: ['nobody', 'server', 'source'] },
  struck: {
    ...{ picture: 'h264', sentTo: 'struck' },
    says: says(/struck/),
    names: ['nobody', 'server', 'destination'],
  },
} satisfies Readonly<Record<string, Situation>>;

/** The same on a machine that has time: who sends is named. */
export const AT_EASE = {
  few: {
    picture: 'few',
    says: says(/only few frames a second: \d\.|^Live/),
    names: ['nobody', 'source'],
  },
} satisfies Readonly<Record<string, Situation>>;
