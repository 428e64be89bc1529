import type { Picture } from '../../harness/streams/testPattern.ts';
import type { SentenceExpectation } from './browser/channelPageRecord.ts';

const LIVE = /^(?:Live|All good) for/;
const orLive = (then: RegExp) => new RegExp(`${LIVE.source}|${then.source}`);
/** Said as soon as it is known, and from the third look on. */
const atOnce = (then: RegExp): SentenceExpectation['says'] => ({
  1: orLive(then),
  3: orLive(then),
  6: then,
  16: then,
  40: then,
});
/** The same of a publication: until its log was read it is only said that it failed. */
const once = (then: RegExp): SentenceExpectation['says'] => {
  const soon = orLive(new RegExp(`stopped with an error|${then.source}`));
  return { ...atOnce(then), 1: soon, 3: soon };
};
/** Seen in what arrives: the preview is some seconds behind, and a moment is not worth a word. */
const later = (then: RegExp): SentenceExpectation['says'] => ({
  1: LIVE,
  3: LIVE,
  6: orLive(then),
  16: orLive(then),
  40: then,
});

export const NO_DATA = /No data from the (source .*since|encoder for \d+ s)/;
const FEW = /The source sends only few frames a second: \d\./;
const WAITS = /Waiting for the source|onnection kept/;
const BEGINS = /is starting|Connecting|is sending\. It|^(?:Live|All good) for/;

export interface Situation extends SentenceExpectation {
  /** What its source sends. */
  picture: Picture;
  /** Its publication, which has its name, is live when it happens; it sends to this receiver. */
  sentTo?: 'platform' | 'struck';
}

const bySource = ['nobody', 'source'];

/** What goes wrong with a channel that is live: who may be named, and what is said of it. */
export const EXPECTED_VERDICTS = {
  gone: { picture: 'h264', sentTo: 'platform', says: atOnce(NO_DATA), names: bySource, row: WAITS },
  stalled: { picture: 'h264', sentTo: 'platform', says: atOnce(NO_DATA), names: bySource, row: WAITS },
  few: {
    picture: 'few',
    // The first seconds of it are counted with those before.
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
/** Settings that are too much, from the start: what that makes of the stream is known after ten seconds of it. */
export const SLOW: SentenceExpectation = {
  says: { 1: BEGINS, 3: BEGINS, 6: BEGINS, 16: new RegExp(`${BEGINS.source}|${OVERWORKED.source}`), 40: OVERWORKED },
  names: ['nobody', 'server', 'operator'],
};

const BEGUN = /^Live|core/;
export const CORE_GONE: SentenceExpectation = {
  says: { 1: BEGUN, 3: BEGUN, 6: BEGUN, 16: /core/, 40: /core/ },
  names: ['nobody', 'core'],
};
