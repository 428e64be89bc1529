import { expect, it } from 'vitest';
import { figureLines, receivedBitrate, type Sample, withSample } from './playbackFigures.ts';

const sample = (overrides: Partial<Sample>): Sample => ({
  ...{ at: 0, buffered: null, received: null, bandwidth: null, playedAt: null, dropped: null, decoded: null },
  ...{ width: 0, height: 0 },
  ...overrides,
});

it.each([
  ['nothing', [], null],
  ['a single sample', [sample({ received: 5 })], null],
  ['two seconds', [sample({ received: 0 }), sample({ at: 2000, received: 250_000 })], 1_000_000],
  ['a stream that restarted', [sample({ received: 900 }), sample({ at: 4000, received: 0 })], 0],
  ['a browser that does not count', [sample({}), sample({ at: 4000 })], null],
])('the bitrate from %s', (_, samples, expected) => expect(receivedBitrate(samples)).toBe(expected));

it('samples expire, even after a clock was set back', () => {
  const rest = withSample([sample({ at: 1 }), sample({ at: 9000 }), sample({ at: 99_000 })], sample({ at: 20_000 }));
  expect(rest.map(({ at }) => at)).toEqual([9000, 20_000]);
});

it('unknown figures are shown as dashes', () =>
  expect(figureLines([sample({})]).map(([, figure]) => figure)).toEqual(['–', '–', '–', '–', '–', '–']));

it('known figures are shown with their units', () =>
  expect(
    figureLines([
      sample({ received: 0 }),
      sample({
        ...{ at: 4000, received: 500_000, bandwidth: 8_000_000, buffered: 5.04, playedAt: 1000 },
        ...{ dropped: 2, decoded: 100, width: 160, height: 90 },
      }),
    ]).map(([, figure]) => figure),
  ).toEqual(['160×90', '1000 kbit/s', '8000 kbit/s', '5.0 s', '2 / 100', '3.0 s']));
