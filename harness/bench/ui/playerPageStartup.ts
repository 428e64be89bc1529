import { openBrowser } from './browser.ts';
import type { Note } from './performanceBudgetTable.ts';
import { MARKS, markTime } from './performanceMarks.ts';

interface Visit {
  address: string;
  player: string;
  slow: boolean;
  note: Note;
}

export async function watchStartup({ address, player, slow, note }: Visit): Promise<void> {
  const { page, ledger, close } = await openBrowser({ slow });
  const rowName = (measure: string) => `${measure}, player page, ${slow ? 'slow phone, ' : ''}${player}`;
  try {
    // The first frame can come before the page has finished loading.
    await page.goto(address, { waitUntil: 'commit' });
    const frame = await markTime(page, MARKS.frame);
    const origin = await page.evaluate(() => performance.timeOrigin);
    await ledger.settled(origin + frame);
    const total = ledger.until(origin + frame);
    note(rowName('first frame'), frame);
    note(rowName('bytes until the first frame'), total.bytes / 1000);
    note(rowName('bytes of the scripts'), total.scripts / 1000);
    note(rowName('requests until the first frame'), total.requests);
    note('hosts outside', ledger.outside.length);
  } finally {
    await close();
  }
}
