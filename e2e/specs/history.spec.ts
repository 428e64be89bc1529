import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { push } from '../../harness/streams/rtmpPush.ts';
import { ingestId } from '../../src/api/processIds.ts';
import { isAccessible } from '../support/browser/isAccessible.ts';
import type { AllowedError } from '../support/browser/pageErrors.ts';
import { storeChannel } from '../support/storedChannel.ts';
import { expect, test } from '../test.ts';

const unavailable: AllowedError = {
  line: /^(request failed: |status (404|422|502|503): GET |status 400: PUT \S+_snapshot\/command)/,
  why: 'The core is killed with its agent, and what is played is not there yet.',
};

const rowsOf = (page: Page) =>
  page.getByRole('table').evaluate((table) =>
    [...table.querySelectorAll('tbody tr')].map((row) => {
      const [state = '', ...figures] = [...row.querySelectorAll('td')].map(({ textContent }) => textContent ?? '');
      return { state, figures };
    }),
  );

/** Samples of the agent cover ten seconds, and are stored when complete. */
const SAMPLE_MS = 10_000;
/** Older samples are final. */
const SETTLED_S = 30;

test('the history of a live channel is seen, heard, read as a table and saved, with a gap for an outage of the agent @embedded @timed', async ({
  operator,
  page,
  core,
  api,
  sources,
  pageErrors,
}) => {
  test.slow();
  pageErrors.allow(unavailable);
  const { config } = await api.config();
  const encode = () => sources.keep(push(['-f', 'flv', `rtmp://${config.rtmp?.address}/studio`]));
  const encoder = encode();
  const channel = await storeChannel(api, core, { name: 'Studio', source: { push: 'studio' }, process: { delay: 2 } });
  await operator.enter();
  await operator.sees('Live');

  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
  const subject = page.getByRole('combobox', { name: 'Subject' });
  await expect(subject).toHaveValue(ingestId(channel));
  await expect(page.getByText(/^Live [\d.]+% of the time, /)).toBeVisible();
  const states = page.getByRole('list', { name: 'State' });
  await expect(states).toContainText(/Live \d+ s/);
  await expect(page.locator('.figure-chart canvas').first()).toBeVisible();
  expect(await subject.locator('option').allTextContents()).toEqual(['Core', 'Studio']);

  const chart = page.getByRole('slider', { name: 'History of Studio' });
  await chart.focus();
  const reading = page.locator('.history-reading');
  await expect(reading).toContainText(/Live.*Frame rate [\d.]+ fps/);
  const position = async () => Number(await chart.getAttribute('aria-valuenow'));
  const at = await position();
  await page.keyboard.press('ArrowLeft');
  expect(await position()).toBe(at - 1);
  await page.keyboard.press('Home');
  await expect(reading).toContainText('No data');
  await expect(page.locator('[aria-live=polite]', { hasText: /\d\d:\d\d:\d\d: No data/ })).toHaveCount(1);
  await isAccessible(page, 'the history of a channel');

  const liveSeconds = async () => {
    const [, minutes = '0', seconds = '0'] =
      /Live (?:(\d+) min)? ?(?:(\d+) s)?/.exec((await states.textContent()) ?? '') ?? [];
    return Number(minutes) * 60 + Number(seconds);
  };
  // The agent writes three samples at a time, and loses the unwritten ones when it is killed.
  await expect.poll(liveSeconds, { timeout: 120_000 }).toBeGreaterThan((4 * SAMPLE_MS) / 1000);
  const liveBefore = await liveSeconds();
  await core.kill();
  const killedAt = Date.now();
  await encoder.stop();
  await expect.poll(() => Date.now() - killedAt, { timeout: 6 * SAMPLE_MS }).toBeGreaterThan(3 * SAMPLE_MS);
  await core.restart();
  encode();
  await expect.poll(liveSeconds, { timeout: 180_000 }).toBeGreaterThan(liveBefore + SETTLED_S + 30);

  // A span that is over and complete, so that nothing changes during the comparison.
  const end = Math.floor(Date.now() / 1000) - SETTLED_S;
  await page.goto(`${core.ui}#/history?of=${encodeURIComponent(ingestId(channel))}&span=hour&at=${end}`);
  await page.getByRole('button', { name: 'As a table' }).press('Enter');
  const rows = await rowsOf(page);
  const hasData = rows.map(({ state }) => state !== 'No data');
  const [first, last] = [hasData.indexOf(true), hasData.lastIndexOf(true)];
  expect(hasData.slice(first, last).filter((isSeen) => !isSeen).length).toBeGreaterThan(1);
  await expect(page.getByText('because the agent was not running.')).toBeVisible();

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).press('Enter'),
  ]);
  expect(file.suggestedFilename()).toMatch(/^history-studio-\d{4}-\d\d-\d\d-\d{4}-to-\d{4}-\d\d-\d\d-\d{4}\.csv$/);
  const [head = [], ...lines] = (await readFile(await file.path(), 'utf8'))
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  expect(lines).toHaveLength(rows.length);
  const [live, fps] = [head.indexOf('live_seconds'), head.indexOf('fps_mean')];
  const heads = await page.getByRole('columnheader').allTextContents();
  const column = heads.indexOf('Frame rate (fps)') - 2;
  for (const [n, line] of lines.entries()) {
    expect(rows[n]?.state === 'No data', `row ${n}`).toBe(line[live] === '');
    const rate = line[fps] ?? '';
    const shown = rows[n]?.figures[column] ?? '';
    expect(shown === '–' ? '' : Number.parseFloat(shown), `row ${n}`).toBe(
      rate === '' ? '' : Number(new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(Number(rate))),
    );
  }
  await isAccessible(page, 'the history as a table', ['dark'], [360]);
});
