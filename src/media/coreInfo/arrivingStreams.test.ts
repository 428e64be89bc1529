import { expect, it } from 'vitest';
import { arrivingStreamOf } from './arrivingStreams.ts';

const stream = { video: 'h264', audio: null, silence: true, change: { what: 'audio-lost', at: 1_700_000_000 } };

it.each([
  ['what arrives', stream, stream],
  ['nothing of a core that does not say it', undefined, null],
  ['nothing of what it does not know', { ...stream, change: { what: 'color-changed', at: 1 } }, null],
  ['nothing of another shape', ['h264'], null],
])('an arriving stream is parsed: %s', (_, stream, read) => {
  expect(arrivingStreamOf({ name: '/live/x', stream: stream })).toEqual(read);
});
