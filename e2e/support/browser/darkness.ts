import type { Page } from '@playwright/test';
import * as z from 'zod';

export async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const shownAt: number[] = [];
    let shown = -1;
    setInterval(() => {
      const frames = document.querySelector('video')?.getVideoPlaybackQuality().totalVideoFrames ?? shown;
      if (frames !== shown) shownAt.push(Date.now());
      shown = frames;
    }, 100);
    Object.assign(window, { shownAt });
  });
}

/** The longest time without a new frame, in seconds. */
export async function longestDarkness(page: Page): Promise<number> {
  const shown: unknown = await page.evaluate(() => [...Reflect.get(window, 'shownAt'), Date.now()]);
  const times = z.array(z.number()).parse(shown);
  return Math.max(...times.map((at, i) => at - (times[i - 1] ?? at))) / 1000;
}
