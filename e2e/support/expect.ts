import { expect as base, type ExpectMatcherState, type Locator } from '@playwright/test';
import { PATIENCE_MS } from '../../harness/test/testing/machineSlowness.ts';

/** One second of the test pictures: fewer may still be what was buffered before. */
const FRAMES = 12;

const frames = (video: Locator) =>
  video.evaluate((element) => {
    if (!(element instanceof HTMLVideoElement)) throw new Error('The player is not a video element');
    return element.getVideoPlaybackQuality().totalVideoFrames;
  });

/** Patient by itself: what takes pictures runs without the configuration of the journeys. */
export const expect = base.configure({ timeout: PATIENCE_MS }).extend({
  /** The video element decodes: its count of frames grows. */
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
      // Said better by the message below.
    }
    const pass = after - before >= FRAMES;
    return {
      pass,
      message: () => `Within ${timeout / 1000} s the player decoded ${after - before} frames (${before} before)`,
    };
  },
});
