import type { Picture } from '../../harness/streams/testPattern.ts';
import type { SentenceExpectation } from './browser/channelPageRecord.ts';

const LIVE = /^(?:Live|All good) for/;
const orLive = (text: RegExp) => new RegExp(`${LIVE.source}|${text.source}`);
/** A failure that is reported at once, and always from the third check on. */
const atOnce = (text: RegExp): SentenceExpectation['says'] => ({
  1: orLive(text),
  3: orLive(text),
  6: text,
  16: text,
  40: text,
});
/** The same for a publication, whose cause is unknown until its log was read. */
const once = (text: RegExp): SentenceExpectation['says'] => {
  const soon = orLive(new RegExp(`stopped with an error|${text.source}`));
  return { ...atOnce(text), 1: soon, 3: soon };
};
/** A problem found in the stream: the preview is some seconds behind, and brief ones are ignored. */
const later = (text: RegExp): SentenceExpectation['says'] => ({
  1: LIVE,
  3: LIVE,
  6: orLive(text),
  16: orLive(text),
  40: text,
});

export const NO_DATA = /No data from the (source .*since|encoder for \d+ s)/;
const FEW = /The source sends only few frames a second: \d\./;
const WAITS = /Waiting for the source|onnection kept/;
const BEGINS = /is starting|Connecting|is sending\. It|^(?:Live|All good) for/;

export interface Situation extends SentenceExpectation {
  picture: Picture;
  sentTo?: 'platform' | 'struck';
}

const bySource = ['nobody', 'source'];

export const EXPECTED_VERDICTS = {
  gone: { picture: 'h264', sentTo: 'platform', says: atOnce(NO_DATA), names: bySource, row: WAITS },
  stalled: { picture: 'h264', sentTo: 'platform', says: atOnce(NO_DATA), names: bySource, row: WAITS },
  few: {
    picture: 'few',
    // Early samples still include seconds before the drop.
    says: { 1: LIVE, 3: orLive(FEW), 6: orLive(FEW), 16: orLive(FEW), 40: /only few frames a second: 2\./ },
    names: bySource,
  },
  frozen: { picture: 'frozen', says: later(/The video has been frozen since/), names: bySource },
  black: { picture: 'black', says: later(/The video has been black since/), names: bySource },
  muted: { picture: 'muted', says: later(/There has been no audio since/), names: bySource },
  refused: {
    picture: 'h264',
    says: once(/refused rejected the login or stream key\./),
    names: ['nobody', 'operator'],
    row: /Key rejected/,
  },
  struck: {
    ...{ picture: 'h264', sentTo: 'struck' },
    says: {
      ...once(/The connection to struck was lost\.|struck refused the connection\./),
      ...{ 16: /struck|^Live/, 40: LIVE },
    },
    names: ['nobody', 'destination'],
    row: /^struck.*Live ·/,
  },
} satisfies Readonly<Record<string, Situation>>;

const OVERWORKED = /The server (encodes \d+ of \d+ frames a second\.|has encoded no frame since)/;
/** Too demanding settings from the start, which show after ten seconds. */
export const SLOW: SentenceExpectation = {
  says: { 1: BEGINS, 3: BEGINS, 6: BEGINS, 16: new RegExp(`${BEGINS.source}|${OVERWORKED.source}`), 40: OVERWORKED },
  names: ['nobody', 'server', 'operator'],
};

const BEGUN = /^Live|core/;
export const CORE_GONE: SentenceExpectation = {
  says: { 1: BEGUN, 3: BEGUN, 6: BEGUN, 16: /core/, 40: /core/ },
  names: ['nobody', 'core'],
};
