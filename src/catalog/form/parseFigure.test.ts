import { describe, expect, it } from 'vitest';
import { type Figure, figureFault, parseFigure, valueOfFigure } from './parseFigure.ts';

const bitrate: Figure = { min: 1, max: 1_000_000 };
const rate: Figure = { min: 0.1, max: 300, step: 0.001, unit: 'fps', also: 'fraction' };
const sampling: Figure = { min: 8000, max: 192_000 };
const gop: Figure = { min: 0.1, max: 600, step: 0.001 };
const delay: Figure = { min: 2.5, max: 360, step: 0.1 };
const size: Figure = { min: 16, max: 16_384, step: 2, sides: true };
const pid: Figure = { min: 0x20, max: 0x1ffa, also: 'hex', optional: true };
const muxrate: Figure = { min: 0, optional: true, words: ['VBR'] };

describe('a figure', () => {
  it.each<[unit: string, Figure, typed: string, stored: string]>([
    ['kbit/s', bitrate, '4000', '4000'],
    ['kbit/s', bitrate, ' 4000 ', '4000'],
    ['kbit/s', bitrate, '0800', '0800'],
    ['kbit/s', bitrate, '4000k', '4000'],
    ['kbit/s', bitrate, '4M', '4000'],
    ['kbit/s', bitrate, '4m', '4000'],
    ['kbit/s', bitrate, '4 Mbit/s', '4000'],
    ['kbit/s', bitrate, '4,5 Mbit/s', '4500'],
    ['kbit/s', bitrate, '4.096 Mbit/s', '4096'],
    ['kbit/s', bitrate, '4000 kbps', '4000'],
    ['kbit/s', bitrate, '4 MBPS', '4000'],
    ['kbit/s', bitrate, '4 Мбит/с', '4000'],
    ['kbit/s', bitrate, '4000000 bit/s', '4000'],
    ['kbit/s', bitrate, '6 000', '6000'],
    ['kbit/s', bitrate, '6\u00a0000', '6000'],
    ['kbit/s', bitrate, '6\u202f000 kbit/s', '6000'],
    ['kbit/s', bitrate, '6.000', '6000'],
    ['kbit/s', bitrate, '6,000', '6000'],
    ['kbit/s', bitrate, '6’000', '6000'],
    ['kbit/s', bitrate, '6000,0', '6000'],
    ['kbit/s', bitrate, '6000.0', '6000'],
    ['kbit/s', bitrate, '3.', '3'],
    ['bit/s', muxrate, '6000k', '6000000'],
    ['bit/s', muxrate, '6 Mbit/s', '6000000'],
    ['bit/s', muxrate, 'VBR', 'VBR'],
    ['bit/s', muxrate, '', ''],
    ['', rate, '29,97', '29.97'],
    ['', rate, '29.97', '29.97'],
    ['', rate, '25 fps', '25'],
    ['', rate, '50p', '50'],
    ['', rate, '25 кадр/с', '25'],
    ['', rate, '30000/1001', '30000/1001'],
    ['Hz', sampling, '44.1 kHz', '44100'],
    ['Hz', sampling, '44,1kHz', '44100'],
    ['Hz', sampling, '48k', '48000'],
    ['Hz', sampling, '44.100', '44100'],
    ['s', gop, '0.5', '0.5'],
    ['s', gop, '2,5', '2.5'],
    ['s', gop, '2 s', '2'],
    ['s', gop, '500 ms', '0.5'],
    ['s', gop, '2 Sek.', '2'],
    ['s', gop, '1 min', '60'],
    ['ms', delay, '0.2 s', '200'],
    ['ms', delay, '20 ms', '20'],
    ['px', size, '1280x720', '1280x720'],
    ['px', size, '1280 × 720', '1280x720'],
    ['px', size, '1280 px x 720 px', '1280x720'],
    ['px', size, '1280х720', '1280x720'],
    ['', pid, '0x1FFA', '0x1FFA'],
    ['', pid, '256', '256'],
    ['', pid, '', ''],
  ])('in %s with %o is parsed from %j as %j', (unit, figure, typed, stored) => {
    expect(parseFigure(typed, figure, unit)).toBe(stored);
    expect(parseFigure(stored, figure, unit)).toBe(stored);
  });

  it.each<[string, Figure, string]>([
    ...['abc', '', '0', '-4000', '29,97', '1e3', '4000 6000', '4 MB/s', '4 apples', '4k5', '4kk', '1000001'].map(
      (typed): [string, Figure, string] => ['kbit/s', bitrate, typed],
    ),
    ...['NaN', 'Infinity', '0x10', '４０００', '{memfs}', '9'.repeat(400), ' '.repeat(400)].map(
      (typed): [string, Figure, string] => ['kbit/s', bitrate, typed],
    ),
    ...['0', '1000', '25/0', '1/25000', 'ntsc', '25 kbit/s', '2,9,7'].map((typed): [string, Figure, string] => [
      '',
      rate,
      typed,
    ]),
    ['Hz', sampling, '44.1'],
    ['s', gop, '0'],
    ['s', gop, '2 m'],
    ['px', size, '1281x720'],
    ['px', size, '1280'],
    ['px', size, '1280x'],
    ['px', size, '99999x2'],
    ['', pid, '0x10'],
    ['', pid, 'abc'],
    ['fps', rate, '\u200e'],
    ['', { min: 0, max: 1, optional: true }, '2'],
  ])('in %s with %o rejects %j', (unit, figure, typed) => expect(parseFigure(typed, figure, unit)).toBeNull());

  it.each<[Figure, string]>([
    [bitrate, 'Enter a whole number from {{min}} to {{max}}.'],
    [rate, 'Enter a number from {{min}} to {{max}}.'],
    [size, 'Enter width and height from {{min}} to {{max}}, both even, as in 1280x720.'],
    [{ ...size, step: 1 }, 'Enter width and height from {{min}} to {{max}}, as in 1280x720.'],
    [{ ...bitrate, step: 2 }, 'Enter an even number from {{min}} to {{max}}.'],
    [pid, 'Enter a whole number from {{min}} to {{max}}, or leave the field empty.'],
    [{ ...rate, optional: true }, 'Enter a number from {{min}} to {{max}}, or leave the field empty.'],
  ])('%o has a message with both limits', (figure, text) => {
    const { min, max } = figure;
    expect(figureFault(figure)).toEqual({ text, values: { min, max } });
  });
  it('has a message with its only limit', () => {
    expect(figureFault({ min: 0 })).toEqual({ text: 'Enter a whole number of {{min}} or higher.', values: { min: 0 } });
    expect(figureFault({ min: 0, step: 0.1 })).toMatchObject({ text: 'Enter a number of {{min}} or higher.' });
    expect(figureFault(muxrate)).toEqual({
      text: 'Enter a whole number of {{min}} or higher, or leave the field empty.',
      values: { min: 0 },
    });
    expect([figureFault({}), figureFault({ step: 0.1 })]).toEqual(['Enter a whole number.', 'Enter a number.']);
  });
});

it.each([
  ['25', 25],
  ['29.97', 29.97],
  ['30000/1001', 30_000 / 1001],
  ['auto', Number.NaN],
  ['', Number.NaN],
])('%j has the value %d', (stored, value) => expect(valueOfFigure(stored)).toBe(value));
