import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { type BrowserTab, openBrowser } from './browser.ts';
import type { Delivery } from './interfaceServer.ts';
import type { Note } from './performanceBudgetTable.ts';
import { MARKS, markTime, seenBetween } from './performanceMarks.ts';

interface User {
  name: string;
  password: string;
}

interface Visit {
  ui: string;
  delivery: Delivery;
  user: User;
  note: Note;
}

export async function measureFirstVisit(visit: Visit): Promise<void> {
  const browser = await openBrowser();
  await logInAndOpen(browser, visit).finally(browser.close);
}

async function logInAndOpen({ page, ledger }: BrowserTab, { ui, delivery, user, note }: Visit) {
  await page.goto(ui);
  const login = await markTime(page, MARKS.login);
  const origin = await page.evaluate(() => performance.timeOrigin);
  await ledger.idle();
  const first = ledger.until(origin + login);
  note(`bytes until the login, ${delivery}`, first.bytes / 1000);
  note(`requests until the login, ${delivery}`, first.requests);
  note(`login visible, ${delivery}`, login);
  note(`bytes with fonts, ${delivery}`, ledger.until(Number.POSITIVE_INFINITY).bytes / 1000);

  const { pressed, frame } = await logIn(page, user);
  await ledger.settled(origin + frame);
  const total = ledger.until(origin + frame);
  note(`bytes until the first frame, ${delivery}`, total.bytes / 1000);
  note(`bytes of the interface, ${delivery}`, total.own / 1000);
  note(`requests until the first frame, ${delivery}`, total.requests);
  note(`login pressed to first frame, ${delivery}`, frame - pressed);
  note('hosts outside', ledger.outside.length);
}

/** How soon the login is pressed: while the browser still prefetches, or after it. */
const PRESSES = [
  ['at once', 0],
  ['after 2.5 s', 2500],
] as const;
/** What is drawn after the first frame must not move anything either. */
const DRAWN_MS = 3000;

/** From the press to the picture: its time, the longest task, and what moves. */
export async function measurePresses({ ui, user, note }: Omit<Visit, 'delivery'>): Promise<void> {
  for (const slow of [false, true])
    for (const [press, idleMs] of PRESSES) {
      const { page, close } = await openBrowser({ slow });
      const row = `${slow ? 'slow phone' : 'desktop'}, pressed ${press}`;
      const measure = async () => {
        await page.goto(ui);
        await markTime(page, MARKS.login);
        await sleep(idleMs);
        const { pressed, frame } = await logIn(page, user);
        note(`first frame, ${row}`, frame - pressed);
        await sleep(DRAWN_MS);
        note(
          `longest task until the frame, ${row}`,
          Math.max(0, ...(await seenBetween(page, 'bench:task', pressed, frame))),
        );
        const shifts = await seenBetween(page, 'bench:shift', 0, Number.POSITIVE_INFINITY);
        note(
          `layout shift, ${row}`,
          shifts.reduce((sum, size) => sum + size, 0),
        );
      };
      await measure().finally(close);
    }
}

/** The same on a slow phone, up to the login. */
export async function slowPhone({ ui, delivery, note }: Omit<Visit, 'user'>): Promise<void> {
  const { page, close } = await openBrowser({ slow: true });
  const login = page.goto(ui).then(() => markTime(page, MARKS.login));
  note(`login visible, slow phone, ${delivery}`, await login.finally(close));
}

/** Returns milliseconds on the page's clock. */
export async function logIn(page: Page, { name, password }: User) {
  await page.getByLabel(/^Username/).fill(name);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  const pressed = await markTime(page, MARKS.pressed);
  return { pressed, frame: await markTime(page, MARKS.frame) };
}
