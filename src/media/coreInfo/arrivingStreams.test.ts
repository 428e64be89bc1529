import { expect, it } from 'vitest';
import { arrivingStreamOf } from './arrivingStreams.ts';

const stream = { video: 'h264', audio: null, silence: true, change: { what: 'audio-lost', at: 1_700_000_000 } };

it.each([
  ['reported streams', stream, stream],
  ['nothing from a core without this feature', undefined, null],
  ['nothing for an unknown stream', { ...stream, change: { what: 'color-changed', at: 1 } }, null],
  ['nothing of another shape', ['h264'], null],
])('an arriving stream is parsed: %s', (_, stream, read) => {
  expect(arrivingStreamOf({ name: '/live/x', stream: stream })).toEqual(read);
});
