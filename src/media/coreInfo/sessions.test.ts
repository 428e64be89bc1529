import { expect, it } from 'vitest';
import { ActiveSessions } from '../../api/answers/sessions.ts';
import { audienceOf, sessionCollectors } from './sessions.ts';

const CHANNEL = '11111111-2222-4333-8444-555555555555';
const audience = (active: unknown) => audienceOf(ActiveSessions.parse(active), CHANNEL);
const viewer = { reference: CHANNEL, bandwidth_tx_kbit: 1000 };

it.each([
  ['nobody', { ffmpeg: [], hls: null, rtmp: [] }, { viewers: 0, bandwidthKbit: 0 }],
  ['viewers of HLS and RTMP', { hls: [viewer, viewer], rtmp: [viewer] }, { viewers: 3, bandwidthKbit: 3000 }],
  [
    'many viewers, most of them in one entry',
    { hls: [viewer, { ...viewer, id: `others:${CHANNEL}`, extra: '3400 sessions' }] },
    { viewers: 3401, bandwidthKbit: 2000 },
  ],
  [
    'viewers of a master playlist, and of a stream',
    {
      hls: [{ ...viewer, reference: `${CHANNEL}_output_0` }, viewer],
      rtmp: [{ ...viewer, reference: `${CHANNEL}.stream` }],
      srt: [viewer],
    },
    { viewers: 4, bandwidthKbit: 4000 },
  ],
  [
    'viewers of a stream with the same prefix',
    { hls: [{ ...viewer, reference: `${CHANNEL}0` }] },
    { viewers: 0, bandwidthKbit: 0 },
  ],
  ['a viewer who has just connected', { hls: [{ reference: CHANNEL }] }, { viewers: 1, bandwidthKbit: 0 }],
  ['output of ffmpeg', { ffmpeg: [viewer] }, { viewers: 0, bandwidthKbit: 0, publishedKbit: 1000 }],
  ['viewers of other channels', { hls: [{ ...viewer, reference: 'x' }] }, { viewers: 0, bandwidthKbit: 0 }],
  [
    'the encoder that pushes the source',
    { rtmp: [{ reference: `${CHANNEL}.stream`, local: `publish:/live/${CHANNEL}.stream` }] },
    { viewers: 0, bandwidthKbit: 0 },
  ],
  [
    'a viewer over SRT',
    { srt: [{ ...viewer, reference: `${CHANNEL}.stream`, local: `play:${CHANNEL}.stream` }] },
    { viewers: 1, bandwidthKbit: 1000 },
  ],
])('viewers and bandwidth are counted: %s', (_, active, expected) => expect(audience(active)).toMatchObject(expected));

it.each([
  [undefined, 'ffmpeg,hls,rtmp'],
  [{ enable: false, address: ':6000', token: '', passphrase: '' }, 'ffmpeg,hls,rtmp,srt'],
])('a core with the SRT settings %j gets a request for the collectors %s', (srt, expected) =>
  expect(sessionCollectors({ srt })).toBe(expected),
);
