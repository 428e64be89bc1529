import { expect, it } from 'vitest';
import { arrivingStreamOf } from './arrivingStreams.ts';

const stream = { video: 'h264', audio: null, silence: true, change: { what: 'audio-lost', at: 1_700_000_000 } };

it.each([
  ['a full stream', stream, stream],
  ['nothing if the core does not report it', undefined, null],
  ['nothing for unknown values', { ...stream, change: { what: 'color-changed', at: 1 } }, null],
  ['nothing for a malformed value', ['h264'], null],
])('an arriving stream is parsed: %s', (_, stream, read) => {
  expect(arrivingStreamOf({ name: '/live/x', stream: stream })).toEqual(read);
});
