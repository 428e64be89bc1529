import { describe, expect, it } from 'vitest';
import { compareFrames, type FrameFinding } from './compareFrames.ts';
import { fitFrame, MAPPINGS } from './fitFrame.ts';
import {
  blackPicture,
  framesOf,
  greyOf,
  movingPicture,
  type Picture,
  reencoded,
  stillPicture,
  withLogo,
} from './testing.ts';

const NOW = 1000;
const own = (picture: Picture, every = 1) => framesOf(picture, NOW - 300, NOW + 10, every);
const seen = (picture: Picture, delay: number, seconds = 8) =>
  framesOf((at) => picture(at - delay), NOW + 0.37, NOW + 0.37 + seconds);
const placed =
  (picture: Picture, mapping: number): Picture =>
  (at) => {
    const chosen = MAPPINGS[mapping];
    return chosen ? fitFrame(greyOf(picture(at)), chosen) : picture(at);
  };
const half =
  (picture: Picture): Picture =>
  (at) =>
    picture(Math.floor(at * 2) / 2);

const SEEDS = [1, 2, 3, 4, 5];

describe('a platform', () => {
  const live = SEEDS.map((seed) => [seed, movingPicture(seed, 0.7)] as const);

  it.each<[name: string, shows: (picture: Picture) => Picture]>([
    ['that shows the picture unchanged', (picture) => picture],
    ['that encodes it again', (picture) => reencoded(picture)],
    ['that adds a logo', (picture) => withLogo(reencoded(picture))],
    ['that adds bars above and below', (picture) => reencoded(placed(picture, 1))],
    ['that adds bars on both sides', (picture) => reencoded(placed(picture, 2))],
    ['that cuts off the sides', (picture) => reencoded(placed(picture, 3))],
  ])('%s is seen with its delay', (_, shows) => {
    for (const [seed, picture] of live)
      for (const delay of [0, 12.5, 41]) {
        const finding = compareFrames(own(picture), seen(shows(picture), delay));
        expect([seed, delay, finding.status]).toEqual([seed, delay, 'same']);
        expect(Math.abs((finding.status === 'same' ? finding.delay : 99) - delay)).toBeLessThanOrEqual(1);
      }
  });

  it.each<[name: string, isCaptured: (at: number) => boolean, expected: number | null]>([
    ['in a hole between the own frames', (at) => Math.abs(at - (NOW - 16)) > 8, null],
    ['after the last of the own frames', (at) => at < NOW - 24, 20],
  ])('that shows what is %s is not compared', (_, isCaptured, expected) => {
    for (const [seed, picture] of live) {
      const captured = own(picture).filter(({ at }) => isCaptured(at));
      const finding = compareFrames(captured, seen(reencoded(picture), 20), expected);
      expect([seed, finding]).toEqual([seed, { status: 'unclear', reason: 'no-own' }]);
    }
  });

  it('is seen from key frames alone', () => {
    for (const seed of SEEDS) {
      const calm = movingPicture(seed, 0.5);
      const finding = compareFrames(own(calm, 2), seen(withLogo(reencoded(calm)), 18, 10));
      expect([seed, finding.status]).toEqual([seed, 'same']);
      expect(Math.abs((finding.status === 'same' ? finding.delay : 99) - 18)).toBeLessThanOrEqual(1);
    }
  });

  it('with few frames a second is seen', () => {
    for (const [seed, picture] of live)
      expect([seed, compareFrames(own(picture), seen(half(picture), 18, 10)).status]).toEqual([seed, 'same']);
  });

  it.each<[name: string, shows: (picture: Picture, seed: number) => Picture, finding: FrameFinding['status']]>([
    ['that shows another programme', (_, seed) => reencoded(movingPicture(seed + 100)), 'other'],
    ['that shows a card', (_, seed) => reencoded(stillPicture(seed + 200)), 'other'],
    ['that is black', () => reencoded(blackPicture), 'black'],
    ['that has frozen', (picture) => reencoded(() => picture(NOW - 20), 9), 'frozen'],
  ])('%s is not seen', (_, shows, finding) => {
    const found = live.map(([seed, picture]) => compareFrames(own(picture), seen(shows(picture, seed), 20)).status);
    expect(found).toEqual(live.map(() => finding));
  });

  /** Still between 60 and 40 seconds before the look. */
  const paused =
    (picture: Picture): Picture =>
    (at) =>
      picture(at > NOW - 60 && at < NOW - 40 ? NOW - 60 : at);

  it.each([
    [20, 'frozen'],
    // It shows the scene that stands still.
    [52, 'alike'],
  ])('that does not move %i s behind a channel that stood still a while ago is %s', (delay, finding) => {
    const found = live.map(([, picture]) => {
      const shown = delay === 20 ? () => picture(NOW - 20) : paused(picture);
      return compareFrames(own(paused(picture)), seen(reencoded(shown, 9), delay), delay).status;
    });
    expect(found).toEqual(live.map(() => finding));
  });

  it('that shows something from ten minutes ago is not seen', () => {
    const found = live.map(([, picture]) => compareFrames(own(picture), seen(picture, 600)).status);
    expect(found.filter((status) => status === 'same')).toEqual([]);
  });

  it('of a channel that repeats itself has the delay that was expected', () => {
    for (const [, picture] of live) {
      const loop: Picture = (at) => picture(at % 30);
      const finding = compareFrames(own(loop), seen(loop, 18), 17);
      expect(finding.status === 'same' && Math.abs(finding.delay - 18)).toBeLessThanOrEqual(1);
    }
  });
});

describe('a channel', () => {
  it.each<[name: string, own: Picture, shows: Picture, finding: FrameFinding]>([
    ['with a still picture', stillPicture(3), reencoded(stillPicture(3)), { status: 'alike' }],
    ['that is black', blackPicture, blackPicture, { status: 'unclear', reason: 'dark' }],
    [
      'without any detail',
      () => blackPicture(0).map(() => 128),
      reencoded(movingPicture(1)),
      { status: 'unclear', reason: 'plain' },
    ],
  ])('%s raises no false alarm', (_, picture, shows, finding) => {
    expect(compareFrames(own(picture), seen(shows, 20))).toEqual(finding);
  });

  it('with a still picture raises an alarm for another one', () => {
    expect(compareFrames(own(stillPicture(3)), seen(stillPicture(4), 20)).status).toBe('other');
  });

  it('that was not looked at raises no alarm', () => {
    expect(compareFrames([], seen(movingPicture(1), 20))).toEqual({ status: 'unclear', reason: 'no-own' });
    expect(compareFrames(own(movingPicture(1)), [])).toEqual({ status: 'unclear', reason: 'few' });
  });
});
