import type { Page } from '@playwright/test';
import * as z from 'zod';
import { expect } from '../expect.ts';

const ShownRecord = z.object({
  /** ms since 1970 */
  at: z.number(),
  kind: z.string(),
  fault: z.string(),
  severity: z.string(),
  text: z.string(),
  rows: z.array(z.string()),
});
export type ShownRecord = z.infer<typeof ShownRecord>;

/** Records everything that the channel page shows, however briefly. */
export async function keepRecord(page: Page): Promise<void> {
  await page.evaluate(() => {
    const states: { at: number; json: string }[] = [];
    const record = () => {
      const bar = document.querySelector('[data-fault]');
      const rows = [...document.querySelectorAll('li')].filter((row) => row.querySelector('[role=switch]'));
      const json = JSON.stringify({
        kind: bar?.getAttribute('data-kind') ?? '',
        fault: bar?.getAttribute('data-fault') ?? '',
        severity: bar?.getAttribute('data-severity') ?? '',
        text: bar?.querySelector('[role=status] [aria-hidden]')?.textContent ?? '',
        rows: rows.map((row) => row.textContent),
      });
      if (states.at(-1)?.json !== json) states.push({ at: Date.now(), json });
    };
    new MutationObserver(record).observe(document.body, {
      ...{ subtree: true, childList: true, characterData: true, attributes: true },
      attributeFilter: ['data-fault', 'data-kind'],
    });
    record();
    Object.assign(window, { kept: states });
  });
}

async function recordOf(page: Page): Promise<ShownRecord[]> {
  const states: unknown = await page.evaluate(() => Reflect.get(window, 'kept'));
  const lines = z.array(z.object({ at: z.number(), json: z.string() })).parse(states);
  return lines.map(({ at, json }) => ShownRecord.parse({ at, ...JSON.parse(json) }));
}

/** Seconds after the failure at which the page is checked. */
export const LOOKS = [1, 3, 6, 10, 16, 30, 40] as const;

/** Waits until `seconds` after the failure, by the clock of the page. */
export async function untilSecond(page: Page, happenedAt: number, seconds: number): Promise<void> {
  const since = async () => (await page.evaluate(() => Date.now())) - happenedAt;
  await expect.poll(since, { intervals: [500] }).toBeGreaterThan(seconds * 1000);
}

export interface SentenceExpectation {
  says: Readonly<Partial<Record<(typeof LOOKS)[number], RegExp>>>;
  names: readonly string[];
  row?: RegExp;
}

/** A busy test machine also causes these verdicts, correctly. */
const BUSY = ['strained', 'old'];

const RANKS: Readonly<Record<string, number>> = { warning: 1, error: 2 };
const rankOf = ({ severity }: ShownRecord) => RANKS[severity] ?? 0;
/** Five seconds, minus the delay of a page under load. */
const HELD_MS = 4000;

/** Returns problems that disappeared before they could be read, although nothing got worse. */
export async function hastyOf(page: Page): Promise<string[]> {
  const record = await recordOf(page);
  const sentences = record.filter(({ kind, fault }, i) => {
    const before = record[i - 1];
    return before?.kind !== kind || before.fault !== fault;
  });
  return sentences.slice(1).flatMap((next, i) => {
    const before = sentences[i];
    const isHasty = before && rankOf(before) > 0 && rankOf(next) <= rankOf(before) && next.at - before.at < HELD_MS;
    return isHasty && next.severity !== 'busy' && next.severity !== 'calm'
      ? [`"${before.text}" after ${next.at - before.at} ms became "${next.text}"`]
      : [];
  });
}

export async function judgeSentences(page: Page, happenedAt: number, { says, names, row }: SentenceExpectation) {
  const record = await recordOf(page);
  const since = record.filter((_, i) => (record[i + 1]?.at ?? Number.POSITIVE_INFINITY) > happenedAt);
  const looks = LOOKS.map((second) => {
    const shown = record.findLast(({ at }) => at <= happenedAt + second * 1000);
    return { second, text: shown?.text ?? '', fault: shown?.fault ?? '', kind: shown?.kind ?? '' };
  });
  const after = (at: number) => `${((at - happenedAt) / 1000).toFixed(1)} s`;
  const wrong = [
    ...looks.flatMap(({ second, text, kind }) =>
      (says[second]?.test(text) ?? true) || BUSY.includes(kind) ? [] : [`at ${second} s: ${text}`],
    ),
    ...since.flatMap(({ at, fault, kind, text }) =>
      names.includes(fault) || BUSY.includes(kind) ? [] : [`after ${after(at)} it names ${fault} (${kind}): ${text}`],
    ),
    ...(row && !record.at(-1)?.rows.some((state) => row.test(state)) ? [`the row: ${record.at(-1)?.rows.join()}`] : []),
  ];
  return { looks, wrong };
}
