import { expect, it } from 'vitest';
import { limit } from '../util/limits.ts';
import { type Message, messageType } from './chunks.ts';
import { createSilence, readAacFormat } from './silence.ts';

const message = (type: number, timestamp: number): Message => ({
  type,
  timestamp,
  streamId: 1,
  body: Buffer.from([0xaf, 1]),
});
const video = (timestamp: number) => message(messageType.video, timestamp);
const audio = (timestamp: number) => message(messageType.audio, timestamp);
const timesOf = (sent: readonly Message[]) => sent.map(({ timestamp }) => timestamp);

it.each([
  ['stereo at 44100 Hz', 'af001210', { rate: 44_100, channels: 2 }],
  ['mono at 48000 Hz', 'af001188', { rate: 48_000, channels: 1 }],
  ['a header with an extension', 'af00121056e500', { rate: 44_100, channels: 2 }],
  ['5.1', 'af001230', null],
  ['HE-AAC', 'af002b11', null],
  ['a frame', 'af011210', null],
  ['MP3', '2fff', null],
  ['an empty message', '', null],
])('readAacFormat reads %s', (_, hex, format) => {
  expect(readAacFormat(Buffer.from(hex, 'hex'))).toEqual(format);
});

it('silence starts after a delay for late audio, and then fills the gap', () => {
  const silence = createSilence(() => true, null);
  expect(silence.before(video(0))).toEqual([]);
  expect(silence.before(video(1480))).toEqual([]);
  const sent = silence.before(video(1500));
  expect(sent[0]?.body.toString('hex')).toBe('af001210');
  expect(timesOf(sent.slice(0, 4))).toEqual([0, 0, 23, 46]);
  expect(sent.at(-1)?.timestamp).toBeGreaterThan(1470);
  expect(silence.isOn()).toBe(true);
  expect(timesOf(silence.before(video(1540)))).toHaveLength(2);
});

it('silence continues the last audio in its format, and ends when audio arrives', () => {
  const silence = createSilence(() => true, null);
  silence.learn(Buffer.from('af001188', 'hex'));
  for (let at = 0; at <= 1000; at += 20) expect(silence.admits(audio(at))).toBe(true);
  silence.before(video(1000));
  const sent = silence.before(video(2500));
  expect(sent[0]?.body.toString('hex')).toBe('af001188');
  expect(sent[1]?.timestamp).toBe(1021);
  // Sent late: its time was already filled with silence.
  expect(silence.admits(audio(2400))).toBe(false);
  expect(silence.admits(audio(2520))).toBe(true);
  expect(silence.isOn()).toBe(false);
});

it('no silence is sent if no process expects audio', () => {
  const silence = createSilence(() => false, null);
  expect([0, 5000, 60_000].flatMap((at) => silence.before(video(at)))).toEqual([]);
});

it('silence uses the previously published format', () => {
  const silence = createSilence(() => true, Buffer.from('af001190', 'hex'));
  silence.before(video(0));
  expect(silence.before(video(2000))[0]?.body.toString('hex')).toBe('af001190');
});

it('a jump of the video clock does not cause hours of silence', () => {
  const silence = createSilence(() => true, null);
  silence.before(video(0));
  silence.before(video(2000));
  const max = Math.ceil(limit('rtmpSilence') / 23) + 2;
  expect(silence.before(video(2 ** 31 - 1)).length).toBeLessThan(max);
  expect(silence.before(video(2 ** 31 + 39)).length).toBeLessThan(max);
});
