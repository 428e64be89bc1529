import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import { type BrowserTab, openBrowser } from './browser.ts';
import { logIn } from './firstVisit.ts';
import type { Note } from './performanceBudgetTable.ts';
import { MARKS, markTime, seenSince } from './performanceMarks.ts';

interface Watch {
  ui: string;
  user: { name: string; password: string };
  many: string;
  open: (page: Page) => Promise<void>;
  seconds: number;
  note: Note;
}

/** After the first frame, the state still changes to "connected" and the player fills its buffer. */
const SETTLE_MS = 15_000;
/** Many channels that start at once take longer. */
const LIVE_MS = 120_000;

export const channelPage = (publications: number): Pick<Watch, 'many' | 'open'> => ({
  many: `${publications} publications`,
  async open(page) {
    // Long lists render only the rows near the view, and always the last one.
    const last = page.getByRole('list', { name: 'Publications' }).locator(`[aria-posinset="${publications}"]`);
    if (publications > 0) await last.waitFor();
  },
});

export const multiview = (channels: number): Pick<Watch, 'many' | 'open'> => ({
  many: `multiview of ${channels}`,
  async open(page) {
    await page.getByRole('link', { name: 'Multiview' }).first().click();
    await page.getByText(`${channels} of ${channels} live`).waitFor({ timeout: LIVE_MS });
  },
});

interface FirstVisit extends Pick<Watch, 'ui' | 'user'> {
  /** Returns whether the interface has begun to write: it does so after the first picture, late on a busy machine. */
  hasWritten: () => Promise<boolean>;
}

/** Visits once, so that everything written on a first visit exists, e.g. the pages of channels and their players. */
export async function visitOnce({ ui, user, hasWritten }: FirstVisit): Promise<void> {
  const { page, ledger, close } = await openBrowser();
  try {
    await page.goto(ui);
    await markTime(page, MARKS.login);
    await logIn(page, user);
    const end = Date.now() + LIVE_MS;
    while (!(await hasWritten())) {
      if (Date.now() > end) throw new Error('The interface wrote no player to the core');
      await sleep(1000);
    }
    await ledger.repaired();
  } finally {
    await close();
  }
}

export async function measureOpenPages(watch: Watch): Promise<void> {
  const browser = await openBrowser();
  await leaveOpen(browser, watch).finally(browser.close);
}

async function leaveOpen({ page, cdp, ledger, hide }: BrowserTab, { ui, user, many, open, seconds, note }: Watch) {
  await page.goto(ui);
  await markTime(page, MARKS.login);
  await logIn(page, user);
  await open(page);
  await sleep(SETTLE_MS);
  await ledger.repaired();

  const measure = async (how: 'visible' | 'hidden') => {
    const before = await countersOf(cdp);
    const [startedAt, since] = [Date.now(), await page.evaluate(() => performance.now())];
    await sleep(seconds * 1000);
    const ended = Date.now();
    const after = await countersOf(cdp);
    const perMinute = (60 * 1000) / (ended - startedAt);
    note(`API requests, ${how}, ${many}`, (ledger.calls(startedAt, ended) * 1000) / (ended - startedAt));
    note(`main thread, ${how}, ${many}`, (after.TaskDuration - before.TaskDuration) * perMinute);
    note(`script, ${how}, ${many}`, (after.ScriptDuration - before.ScriptDuration) * perMinute);
    note(`style recalculations, ${how}, ${many}`, (after.RecalcStyleCount - before.RecalcStyleCount) * perMinute);
    const tasks = await seenSince(page, 'bench:task', since);
    note(`long tasks, ${how}, ${many}`, tasks.length * perMinute);
  };

  const heap = await heapOf(cdp);
  await measure('visible');
  note(`heap growth in the window, ${many}`, (await heapOf(cdp)) - heap);
  note(`DOM elements, ${many}`, await elementsOf(page));
  const shifts = await seenSince(page, 'bench:shift', 0);
  note(
    `layout shift since the start, ${many}`,
    shifts.reduce((sum, size) => sum + size, 0),
  );
  await hide();
  await measure('hidden');
  note('hosts outside', ledger.outside.length);
}

/** Seconds and counts since navigation. */
async function countersOf(cdp: CDPSession) {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const metricOf = (metricName: string) => metrics.find(({ name }) => name === metricName)?.value ?? Number.NaN;
  return {
    TaskDuration: metricOf('TaskDuration'),
    ScriptDuration: metricOf('ScriptDuration'),
    RecalcStyleCount: metricOf('RecalcStyleCount'),
  };
}

/** MB of live JavaScript objects, after garbage collection. */
async function heapOf(cdp: CDPSession): Promise<number> {
  for (let round = 0; round < 3; round++) await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}

const elementsOf = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);
