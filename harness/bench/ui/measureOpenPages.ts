import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import { type BrowserTab, openBrowser } from './browser.ts';
import { logIn } from './firstVisit.ts';
import type { Note } from './performanceBudgetTable.ts';
import { MARKS, markTime, seenSince } from './performanceMarks.ts';

interface Watch {
  ui: string;
  user: { name: string; password: string };
  /** What is left open, for the rows. */
  many: string;
  /** Goes there from the channel page, until all of it is shown. */
  open: (page: Page) => Promise<void>;
  /** Length of a window. */
  seconds: number;
  note: Note;
}

/** After the first picture the state still has to become "connected", and the player to fill its buffer. */
const SETTLE_MS = 15_000;
/** Many that begin together take longer. */
const LIVE_MS = 120_000;

/** The channel page, with so many publications. */
export const channelPage = (publications: number): Pick<Watch, 'many' | 'open'> => ({
  many: `${publications} publications`,
  async open(page) {
    // Long lists render only the rows near the view, and always the last one.
    const last = page.getByRole('list', { name: 'Publications' }).locator(`[aria-posinset="${publications}"]`);
    if (publications > 0) await last.waitFor();
  },
});

/** All channels at once. */
export const multiview = (channels: number): Pick<Watch, 'many' | 'open'> => ({
  many: `multiview of ${channels}`,
  async open(page) {
    await page.getByRole('link', { name: 'Multiview' }).first().click();
    await page.getByText(`${channels} of ${channels} live`).waitFor({ timeout: LIVE_MS });
  },
});

/** Somebody was here before: what a first visit writes once, e.g. the pages of channels, is there. */
export async function visitOnce({ ui, user }: Pick<Watch, 'ui' | 'user'>): Promise<void> {
  const { page, ledger, close } = await openBrowser();
  try {
    await page.goto(ui);
    await markTime(page, MARKS.login);
    await logIn(page, user);
    await sleep(SETTLE_MS);
    await ledger.repaired();
  } finally {
    await close();
  }
}

/** Somebody who leaves a page open: first looks at it, then at something else. */
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

  const measured = async (how: 'visible' | 'hidden') => {
    const before = await countersOf(cdp);
    const [began, since] = [Date.now(), await page.evaluate(() => performance.now())];
    await sleep(seconds * 1000);
    const ended = Date.now();
    const after = await countersOf(cdp);
    const perMinute = (60 * 1000) / (ended - began);
    note(`API requests, ${how}, ${many}`, (ledger.calls(began, ended) * 1000) / (ended - began));
    note(`main thread, ${how}, ${many}`, (after.TaskDuration - before.TaskDuration) * perMinute);
    note(`script, ${how}, ${many}`, (after.ScriptDuration - before.ScriptDuration) * perMinute);
    note(`style recalculations, ${how}, ${many}`, (after.RecalcStyleCount - before.RecalcStyleCount) * perMinute);
    const tasks = await seenSince(page, 'bench:task', since);
    note(`long tasks, ${how}, ${many}`, tasks.length * perMinute);
  };

  const heap = await heapOf(cdp);
  await measured('visible');
  note(`heap growth in the window, ${many}`, (await heapOf(cdp)) - heap);
  note(`DOM elements, ${many}`, await elementsOf(page));
  const shifts = await seenSince(page, 'bench:shift', 0);
  note(
    `layout shift since the start, ${many}`,
    shifts.reduce((sum, size) => sum + size, 0),
  );
  await hide();
  await measured('hidden');
  note('hosts outside', ledger.outside.length);
}

/** Seconds, and counts, since the page began. */
async function countersOf(cdp: CDPSession) {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const of = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  return {
    TaskDuration: of('TaskDuration'),
    ScriptDuration: of('ScriptDuration'),
    RecalcStyleCount: of('RecalcStyleCount'),
  };
}

/** MB of the page's own objects, without what nothing refers to. */
async function heapOf(cdp: CDPSession): Promise<number> {
  for (let round = 0; round < 3; round++) await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}

const elementsOf = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);
