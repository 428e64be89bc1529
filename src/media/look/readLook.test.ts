import { describe, expect, it } from 'vitest';
import type { Look, LookSpan } from './look.ts';
import { readLook } from './readLook.ts';

const START = ['Stream mapping:', '  Stream #1:0 -> #0:0 (pcm_u8 (native) -> pcm_s16le (native))'];
const LOUD = [
  '[Parsed_volumedetect_1 @ 0x55d0c5c0] n_samples: 1152000',
  '[Parsed_volumedetect_1 @ 0x55d0c5c0] mean_volume: -21.3 dB',
  '[Parsed_volumedetect_1 @ 0x55d0c5c0] max_volume: -3.0 dB',
];
const SILENT = [
  '[Parsed_volumedetect_1 @ 0x55d0c5c0] mean_volume: -91.0 dB',
  '[Parsed_volumedetect_1 @ 0x55d0c5c0] max_volume: -91.0 dB',
];
const frames = (...cells: number[]) => new Uint8Array(cells.flatMap((cell) => Array<number>(1152).fill(cell)));
const GREY = frames(90, 90, 120, 90, 90, 90, 90, 90, 90, 90, 90);
const STEADY = frames(...Array<number>(12).fill(90));
/** One cell changes with each second. */
const CLOCK = STEADY.map((cell, i) => (i % 1152 === 7 ? cell + 3 * Math.floor(i / 1152) : cell));
const DARK = frames(...Array<number>(11).fill(2));

const WHOLE = { seconds: 12, pictures: 'key' } as const;
const look = (lines: readonly string[], pixels: Uint8Array | null = GREY, exec: 'finished' | 'failed' = 'finished') =>
  readLook({ exec, lines: [...START, ...lines], pixels, ...WHOLE });

interface ExpectedSpans {
  black?: LookSpan[];
  still?: LookSpan[];
  silent?: LookSpan[] | null;
}

describe('the result of a look', () => {
  it.each<[string, readonly string[], Uint8Array, ExpectedSpans]>([
    ['a normal stream', LOUD, GREY, {}],
    ['a stream without audio', [], GREY, { silent: null }],
    [
      'black until the end, which ffmpeg ends at its last picture',
      ['[blackdetect @ 0x5581] black_start:0 black_end:10 black_duration:10', ...LOUD],
      DARK,
      { black: [{ from: 0, to: 12 }] },
    ],
    [
      'a fade of 3 s',
      ['[blackdetect @ 0x5581] black_start:4 black_end:7.04 black_duration:3.04', ...LOUD],
      GREY,
      { black: [{ from: 4, to: 7.04 }] },
    ],
    [
      'a still picture from second 4 on',
      ['[freezedetect @ 0x5581] lavfi.freezedetect.freeze_start: 4', ...LOUD],
      STEADY,
      { still: [{ from: 4, to: 12 }] },
    ],
    [
      'a picture that was still for a while',
      [
        '[freezedetect @ 0x5581] lavfi.freezedetect.freeze_start: 0',
        '[freezedetect @ 0x5581] lavfi.freezedetect.freeze_duration: 8',
        '[freezedetect @ 0x5581] lavfi.freezedetect.freeze_end: 8',
        ...LOUD,
      ],
      STEADY,
      { still: [{ from: 0, to: 8 }] },
    ],
    [
      'two keyframes between which nothing is decoded',
      [
        '[freezedetect @ 0x5581] lavfi.freezedetect.freeze_start: 0',
        '[freezedetect @ 0x5581] lavfi.freezedetect.freeze_end: 6',
        ...LOUD,
      ],
      STEADY,
      {},
    ],
    ['a clock in a still picture', ['[freezedetect @ 0x5581] lavfi.freezedetect.freeze_start: 0', ...LOUD], CLOCK, {}],
    [
      'a slide that changes a little',
      ['[freezedetect @ 0x5581] lavfi.freezedetect.freeze_start: 0', ...LOUD],
      frames(...[90, 90, 90], ...Array<number>(9).fill(94)),
      { still: [{ from: 3, to: 12 }] },
    ],
    [
      'silence until the end',
      [
        '[silencedetect @ 0x1f] silence_start: 5.2',
        '[silencedetect @ 0x1f] silence_end: 11.98 | silence_duration: 6.78',
        ...LOUD,
      ],
      GREY,
      { silent: [{ from: 5.2, to: 12 }] },
    ],
    ['noise below the threshold of silence', SILENT, GREY, { silent: [{ from: 0, to: 12 }] }],
    [
      'lines of a title that imitate a filter',
      [
        '    title           : [blackdetect @ 0x1] black_start:0 black_end:12',
        '[hls @ 0x1] Opening freeze_start: 1',
        ...LOUD,
      ],
      GREY,
      {},
    ],
    [
      'numbers outside the look',
      [
        '[blackdetect @ 0x1] black_start:-5 black_end:1e9',
        '[freezedetect @ 0x1] lavfi.freezedetect.freeze_end: 3',
        ...LOUD,
      ],
      GREY,
      { black: [{ from: 0, to: 1 }] },
    ],
  ])('is read for %s', (_, lines, pixels, { black = [], still = [], silent = [] }) =>
    expect(look(lines, pixels)).toMatchObject({
      status: 'seen',
      seconds: 12,
      picture: { black, still },
      sound: silent && { silent },
    } satisfies Partial<Look>),
  );

  it('has a frame per second', () => {
    const seen = look(LOUD);
    expect(seen.status === 'seen' && seen.frames.map(({ at, grey }) => [at, grey.length, grey[0]])).toEqual(
      [90, 90, 120, 90, 90, 90, 90, 90, 90, 90, 90].map((cell, at) => [at, 72, cell]),
    );
  });

  it('at a frame of each second needs no begin of the log', () =>
    expect(readLook({ exec: 'finished', lines: LOUD, pixels: GREY, seconds: 12, pictures: 'second' })).toMatchObject({
      ...{ status: 'seen', sound: { silent: [] } },
    }));

  it('has no picture without frames', () => expect(look(LOUD, null)).toMatchObject({ picture: null, frames: [] }));

  it.each<[string, Look]>([
    ['failed', readLook({ exec: 'failed', lines: [...START, ...LOUD], pixels: GREY, ...WHOLE })],
    [
      'no-video',
      readLook({ exec: 'failed', lines: ["Stream map '0:v:0' matches no streams."], pixels: null, ...WHOLE }),
    ],
    ['slow', readLook({ exec: 'running', lines: [...START, ...LOUD], pixels: GREY, ...WHOLE })],
    ['slow', readLook({ exec: 'killed', lines: [...START, ...LOUD], pixels: GREY, ...WHOLE })],
    ['unreadable', readLook({ exec: 'finished', lines: LOUD, pixels: GREY, ...WHOLE })],
    ['unreadable', readLook({ exec: 'finished', lines: [], pixels: null, ...WHOLE })],
    ['unreadable', look([], null)],
    ['unreadable', look([], new Uint8Array(1151))],
    ['unreadable', look([], new Uint8Array(1152 * 1000))],
    ['unreadable', look(Array<string>(200_000).fill(`[h264 @ 0x1] ${'error while decoding MB '.repeat(20)}`), null)],
  ])('is %s', (cause, result) => expect(result).toEqual({ status: 'failed', cause }));
});
