import { describe, expect, it } from 'vitest';
import { bringsUnusedAudio, createMissingAudio } from './missingAudio.ts';

const processOf = (map: string) => ({
  options: [],
  input: [{ id: 'input_0', address: 'x', options: [] }],
  output: [
    { id: 'output_0', address: 'y', options: ['-map', '0:0', '-codec:v', 'copy', '-map', map, '-codec:a', 'copy'] },
  ],
  rules: [],
});

const INPUT = "Input #0, mpegts, from 'x':";
const OUTPUT = "Output #0, mpegts, to 'y':";
const VIDEO = '  Stream #0:0[0x100]: Video: h264 (High), yuv420p, 320x180, 10 fps';
const GERMAN = '  Stream #0:1[0x101](deu): Audio: aac (LC), 44100 Hz, stereo, fltp';
const ENGLISH = '  Stream #0:1[0x102](eng): Audio: aac (LC), 44100 Hz, stereo, fltp';
const OWN = '  Stream #0:1[0x101](deu): Audio: aac (LC), 44100 Hz, stereo, fltp';

it.each([
  ['0:1', [INPUT, VIDEO, GERMAN], true],
  ['0:1', [INPUT, VIDEO, OUTPUT, OWN], false],
  ['0:i:0x101', [INPUT, VIDEO, GERMAN], true],
  ['0:i:0x101', [INPUT, VIDEO, ENGLISH], false],
  ['0:i:0x101', [INPUT, VIDEO, OUTPUT, OWN], false],
  ['0:a:m:language:deu', [INPUT, VIDEO, GERMAN], true],
  ['0:a:m:language:deu', [INPUT, VIDEO, ENGLISH], false],
  ['0:a:0', [INPUT, VIDEO, ENGLISH], true],
  ['0:1', ['New audio stream 0:1 at pos:1 and DTS:1s'], true],
  ['0:1', ['New audio stream 0:2 at pos:1 and DTS:1s'], false],
  ['0:i:0x101', ['New audio stream 0:2 at pos:1 and DTS:1s'], true],
  ['0:i:0x101', ['New audio stream 1:0 at pos:1 and DTS:1s'], false],
])('silence in place of %s ends after %j: %s', (map, lines, isBack) => {
  const audio = createMissingAudio(processOf(map));
  audio.begin();
  audio.line(`Stream map '${map}' matches no streams.`, 0);
  expect(audio.ended(0)).toBe(true);
  expect(audio.isSilent()).toBe(true);
  audio.begin();
  expect(lines.map((line) => audio.line(line, 1)).includes('back')).toBe(isBack);
  expect(audio.ended(2)).toBe(isBack);
  expect(audio.isSilent()).toBe(!isBack);
});

it('silence does not replace missing video', () => {
  const audio = createMissingAudio(processOf('0:1'));
  audio.begin();
  audio.line("Stream map '0:0' matches no streams.", 0);
  expect(audio.ended(0)).toBe(false);
  expect(audio.isSilent()).toBe(false);
});

describe('announced audio that has ended', () => {
  const createMuted = () => {
    const audio = createMissingAudio(processOf('0:1'));
    audio.begin();
    for (const line of [INPUT, VIDEO, GERMAN]) audio.line(line, 0);
    expect(audio.mute()).toBe(true);
    expect(audio.ended(0)).toBe(true);
    expect(audio.current().input.at(-1)).toMatchObject({ id: 'silence', address: 'anullsrc=r=44100:cl=stereo' });
    audio.begin();
    return audio;
  };

  it('is replaced by silence, and its announcement is ignored', () => {
    const audio = createMuted();
    expect([INPUT, VIDEO, GERMAN].map((line) => audio.line(line, 1))).toEqual([null, null, null]);
    expect(audio.isSilent()).toBe(true);
  });
  it('is used again when it starts as another stream', () => {
    const audio = createMuted();
    expect(audio.line('New audio stream 0:1 at pos:1 and DTS:1s', 1)).toBe('back');
    expect([audio.ended(2), audio.isSilent()]).toEqual([true, false]);
  });
  it('is tried again when the source restarts or an operator starts the process', () => {
    const audio = createMuted();
    expect([audio.ended(2), audio.isSilent()]).toEqual([false, false]);
    const stopped = createMuted();
    stopped.believe();
    expect(stopped.isSilent()).toBe(false);
  });
  it('is replaced at once if it never arrived', () => {
    const audio = createMissingAudio(processOf('0:1'));
    audio.begin();
    audio.line('[hls @ 0x55d5] sample rate not set', 0);
    expect([audio.ended(0), audio.isSilent()]).toEqual([true, true]);
  });
  it('is ignored if nothing can replace it', () => {
    const audio = createMissingAudio({ ...processOf('0:1'), output: [] });
    audio.begin();
    expect([audio.mute(), audio.ended(0), audio.isSilent()]).toEqual([false, false, false]);
  });
});

it.each([
  ['0:1', 'New audio stream 0:1 at pos:1 and DTS:1s', false],
  ['1:0', '[mpegts @ 0x1] New audio stream 0:1 at pos:1 and DTS:1s', true],
  ['1:0', 'New video stream 0:1 at pos:1 and DTS:1s', false],
])('a process that maps %s does not use %s: %s', (map, line, isUnused) => {
  expect(bringsUnusedAudio(line, processOf(map))).toBe(isUnused);
});
