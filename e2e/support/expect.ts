import { expect as base, type ExpectMatcherState, type Locator } from '@playwright/test';
import { PATIENCE_MS } from '../../harness/test/testing/machineSlowness.ts';

/** One second of the test picture: fewer frames can come out of the buffer. */
const FRAMES = 12;

const frames = (video: Locator) =>
  video.evaluate((element) => {
    if (!(element instanceof HTMLVideoElement)) throw new Error('The player is not a video element');
    return element.getVideoPlaybackQuality().totalVideoFrames;
  });

/** Sets the timeout here as well, because drawPictures.ts runs without the Playwright configuration. */
export const expect = base.configure({ timeout: PATIENCE_MS }).extend({
  async toPlay(this: ExpectMatcherState, video: Locator, { timeout = PATIENCE_MS }: { timeout?: number } = {}) {
    await base(video).toBeVisible({ timeout });
    const before = await frames(video);
    let after = before;
    try {
      await base
        .poll(
          async () => {
            after = await frames(video);
            return after - before;
          },
          { timeout },
        )
        .toBeGreaterThanOrEqual(FRAMES);
    } catch {
      // The message below explains the failure better than a timeout.
    }
    const pass = after - before >= FRAMES;
    return {
      pass,
      message: () => `Within ${timeout / 1000} s the player decoded ${after - before} frames (${before} before)`,
    };
  },
});
