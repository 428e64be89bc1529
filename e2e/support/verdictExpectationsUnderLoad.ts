import type { SentenceExpectation } from './browser/channelPageRecord.ts';
import { NO_DATA, type Situation } from './verdictExpectations.ts';

const ANY = /./;
/** Either it still plays, or the server is overloaded. The source is not at fault. */
const SERVER = ['nobody', 'server'];
const says = (text: RegExp, soon = ANY): SentenceExpectation['says'] => ({ 3: soon, 10: text, 30: text });

export const UNDER_LOAD = {
  steady: { picture: 'h264', says: says(ANY), names: SERVER },
  stalled: { picture: 'h264', says: says(NO_DATA), names: ['nobody', 'server', 'source'] },
  struck: {
    ...{ picture: 'h264', sentTo: 'struck' },
    says: says(/struck/),
    names: ['nobody', 'server', 'destination'],
  },
} satisfies Readonly<Record<string, Situation>>;

/** The same on an idle machine, where the source is blamed. */
export const AT_EASE = {
  few: {
    picture: 'few',
    says: says(/only few frames a second: \d\.|^Live/),
    names: ['nobody', 'source'],
  },
} satisfies Readonly<Record<string, Situation>>;
