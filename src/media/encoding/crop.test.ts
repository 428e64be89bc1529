import { expect, it } from 'vitest';
import {
  cropAreaOf,
  cropSettingsOf,
  fitRatio,
  moveFrame,
  proportionOf,
  proposeCropArea,
  RATIOS,
  ratioOf,
  resizeFrame,
} from './crop.ts';

const HD = { width: 1920, height: 1080 };
const PHONE = { width: 1080, height: 1920 };
const frame = (width: number, height: number, x: number, y: number) => ({ width, height, x, y });
const settings = (width: string, height: string, x = '0', y = '0') => ({ width, height, x, y });

it.each([
  ['9:16', HD, frame(608, 1080, 656, 0)],
  ['1:1', HD, frame(1080, 1080, 420, 0)],
  ['4:5', HD, frame(864, 1080, 528, 0)],
  ['16:9', HD, frame(1920, 1080, 0, 0)],
  ['16:9', PHONE, frame(1080, 608, 0, 656)],
  ['9:16', PHONE, frame(1080, 1920, 0, 0)],
  ['9:16', { width: 853, height: 481 }, frame(270, 480, 290, 0)],
] as const)('the crop area with the ratio %s of %j is centered and has even sides', (ratio, picture, expected) => {
  expect(fitRatio(ratio, picture)).toEqual(expected);
  expect(ratioOf(expected)).toBe(ratio);
});

it('a crop area keeps its center when its ratio changes', () =>
  expect(fitRatio('1:1', HD, frame(608, 1080, 1312, 0))).toEqual(frame(1080, 1080, 840, 0)));

it.each([
  [HD, '9:16'],
  [{ width: 1080, height: 1080 }, '9:16'],
  [PHONE, '16:9'],
] as const)('the suggested crop area for the picture %j has the ratio %s', (picture, ratio) =>
  expect(proposeCropArea(picture)).toEqual(fitRatio(ratio, picture)),
);

it.each([
  [{ x: 17, y: 5 }, frame(608, 1000, 672, 44)],
  [{ x: -5000, y: -5000 }, frame(608, 1000, 0, 0)],
  [{ x: 5000, y: 5000 }, frame(608, 1000, 1312, 80)],
])('a crop area moved by %j stays inside the picture', (by, expected) =>
  expect(moveFrame(frame(608, 1000, 656, 40), by, HD)).toEqual(expected),
);

it.each([
  ['around its middle', { ratio: null, stays: 'middle' }, { width: 400, height: 301 }, frame(400, 302, 760, 388)],
  ['from its corner', { ratio: null, stays: 'corner' }, { width: 400, height: 300 }, frame(400, 300, 656, 0)],
  ['in its ratio', { ratio: 1, stays: 'corner' }, { width: 401, height: 1 }, frame(402, 402, 656, 0)],
  [
    'no further than the edge',
    { ratio: null, stays: 'corner' },
    { width: 9000, height: 9000 },
    frame(1264, 1080, 656, 0),
  ],
  ['no further in its ratio', { ratio: 1, stays: 'middle' }, { width: 9000, height: 9000 }, frame(1080, 1080, 420, 0)],
  ['no smaller than encoders take', { ratio: null, stays: 'corner' }, { width: -5, height: 0 }, frame(32, 32, 656, 0)],
] as const)('a crop area is resized %s', (_, options, to, expected) =>
  expect(resizeFrame(frame(608, 1080, 656, 0), to, HD, options)).toEqual(expected),
);

it.each([
  [settings('iw', 'ih'), HD, frame(1920, 1080, 0, 0)],
  [settings('ih*9/16', 'ih', '(iw-ow)/2'), HD, frame(606, 1080, 656, 0)],
  [settings('oh', '720', 'in_w-out_w', 'ih-oh'), HD, frame(720, 720, 1200, 360)],
  [settings('640', 'ow/2'), HD, frame(640, 320, 0, 0)],
  [settings('641', '361', '3', '5'), HD, frame(640, 360, 2, 4)],
  [settings('640', '360', '9999', '-20'), HD, frame(640, 360, 1280, 0)],
  [settings('2000', '360'), HD, null],
  [settings('0', '360'), HD, null],
  [settings('min(iw,ih)', 'ih'), HD, null],
  [settings('iw', 'ih', 'n'), HD, null],
  [settings('iw', 'ih'), { width: 0, height: 0 }, null],
  [settings('640', '360'), { width: 0, height: 0 }, null],
])('the crop settings %j of %j result in %j', (stored, picture, expected) =>
  expect(cropAreaOf(stored, picture)).toEqual(expected),
);

it('a crop area survives being written and parsed again', () => {
  for (const picture of [HD, PHONE, { width: 853, height: 481 }, { width: 40, height: 30 }])
    for (const ratio of RATIOS)
      for (const step of [-301, -7, 0, 3, 999]) {
        const first = fitRatio(ratio, picture);
        const to = { width: first.width + step, height: first.height - step };
        const made = [
          moveFrame(first, { x: step, y: step }, picture),
          resizeFrame(first, to, picture, { ratio: proportionOf(ratio), stays: 'middle' }),
          resizeFrame(first, to, picture, { ratio: null, stays: 'corner' }),
        ];
        for (const area of made) {
          expect(cropAreaOf(cropSettingsOf(area), picture)).toEqual(area);
          expect([area.width % 2, area.height % 2, area.x % 2, area.y % 2]).toEqual([0, 0, 0, 0]);
        }
      }
});
