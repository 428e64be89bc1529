import type { Page } from '@playwright/test';
import * as z from 'zod';

/** Marks on the page's timeline; `detail`: duration of a long task, or size of a layout shift. */
export const MARKS = { login: 'bench:login', pressed: 'bench:pressed', frame: 'bench:frame' } as const;
type MarkName = 'bench:task' | 'bench:shift';

const Marks = z.array(z.object({ name: z.string(), at: z.number(), detail: z.number().nullable() }));

/** Runs in the page before its own scripts, until the first frame. */
export function markWhatHappens() {
  const mark = performance.mark.bind(performance);
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) mark('bench:task', { startTime, detail: duration });
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput) {
        mark('bench:shift', { startTime: entry.startTime, detail: entry.value });
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
  addEventListener('submit', () => mark('bench:pressed'), true);

  let login = false;
  const checkFrame = () => {
    if (!login) {
      const field = document.querySelector('input[autocomplete="username"]');
      login = field?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ?? false;
      if (login) mark('bench:login');
    }
    const video = document.querySelector('video');
    if (video && video.getVideoPlaybackQuality().totalVideoFrames > 0) mark('bench:frame');
    else requestAnimationFrame(checkFrame);
  };
  requestAnimationFrame(checkFrame);
}

const readMarks = async (page: Page) =>
  Marks.parse(
    await page.evaluate(() =>
      performance.getEntriesByType('mark').map((entry) => ({
        name: entry.name,
        at: entry.startTime,
        detail: entry instanceof PerformanceMark ? entry.detail : null,
      })),
    ),
  );

/** Waits for a mark, and returns its milliseconds since navigation. */
export async function markTime(page: Page, name: (typeof MARKS)[keyof typeof MARKS]): Promise<number> {
  await page.waitForFunction((markName) => performance.getEntriesByName(markName).length > 0, name, {
    polling: 100,
    timeout: 90_000,
  });
  const found = (await readMarks(page)).find((mark) => mark.name === name);
  if (!found) throw new Error(`The page lost its mark ${name}`);
  return found.at;
}

/** Sizes of what was seen between two moments of the page's clock, in milliseconds. */
export async function seenBetween(page: Page, name: MarkName, from: number, to: number): Promise<number[]> {
  const marks = await readMarks(page);
  return marks.flatMap((mark) => (mark.name === name && mark.at >= from && mark.at < to ? [mark.detail ?? 0] : []));
}

export const seenSince = (page: Page, name: MarkName, since: number) =>
  seenBetween(page, name, since, Number.POSITIVE_INFINITY);
