import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { push } from '../../harness/streams/rtmpPush.ts';
import type { Core } from '../../src/api/client.ts';
import { egressId, METADATA_KEY, SCHEDULE_KEY } from '../../src/api/processIds.ts';
import type { ScheduleRule } from '../../src/media/schedule/scheduleRule.ts';
import { isAccessible } from '../support/browser/isAccessible.ts';
import { overflowsOf } from '../support/browser/layoutOverflow.ts';
import type { AllowedError } from '../support/browser/pageErrors.ts';
import { storeChannel } from '../support/storedChannel.ts';
import { expect, test } from '../test.ts';

const unavailable: AllowedError = {
  line: /^(request failed: GET \S+\/memfs\/|status 404: GET \S+\/(memfs|v3\/fs\/mem)\/|status 400: PUT \S+_snapshot\/command)/,
  why: 'What is played is not there yet; the channel has no snapshots.',
};
const unanswered: AllowedError = {
  line: /^status 503: \w+ \S+\/agent\/api\//,
  why: 'The agent is started by the first question about the schedule.',
};

/** Stores a publication that reads the channel and discards it. */
async function storePublication(api: Core, channel: string, name: string): Promise<string> {
  const id = egressId('rtmp', randomUUID());
  await api.processAdd({
    body: {
      ...{ id, type: 'ffmpeg', reference: channel, options: [], autostart: false },
      input: [{ id: 'input_0', address: `{memfs}/${channel}.m3u8`, options: ['-re'] }],
      output: [{ id: 'output_0', address: '-', options: ['-codec', 'copy', '-f', 'null'] }],
      ...{ reconnect: true, reconnect_delay_seconds: 2, stale_timeout_seconds: 30 },
    },
  });
  await api.processMetadataSet({ id, key: METADATA_KEY, body: { version: '1.14.0', name } });
  return id;
}

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const two = (n: number) => String(n).padStart(2, '0');
/** A value of the browser's time input, in the local time zone. */
const timeOf = (at: number) => `${two(new Date(at).getHours())}:${two(new Date(at).getMinutes())}`;
const dateOf = (at: number) => {
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${timeOf(at)}`;
};
const weekdayOf = (at: number) => new Intl.DateTimeFormat('en', { weekday: 'long' }).format(at);
const MONDAY = Date.parse('2026-01-05T12:00:00Z');
const DAYS = Array.from({ length: 7 }, (_, day) => weekdayOf(MONDAY + day * DAY_MS));

async function fillWeekly(page: Page, from: number, to: number) {
  for (const day of DAYS) {
    const toggle = page.getByRole('checkbox', { name: day });
    if ((await toggle.isChecked()) !== (day === weekdayOf(from))) await toggle.press('Space');
  }
  await page.getByLabel('Begin (required)').fill(timeOf(from));
  await page.getByLabel('End', { exact: true }).fill(timeOf(to));
}

/** Stores another rule directly, because the agent would set the creation time to now. */
async function storeRule(api: Core, rule: ScheduleRule) {
  const { schedule } = Object((await api.metadataAll())[SCHEDULE_KEY]);
  const { rules = [], toleranceMinutes = 10 } = Object(schedule);
  await api.metadataSet({
    key: SCHEDULE_KEY,
    body: { version: 1, schedule: { toleranceMinutes, rules: [...rules, rule] } },
  });
}

test('a channel and its publication start by a scheduled rule, and conflicting or missed rules are reported @agent @this-machine @timed', async ({
  operator,
  page,
  core,
  api,
  sources,
  pageErrors,
  agent: _,
}) => {
  test.slow();
  pageErrors.allow(unavailable);
  pageErrors.allow(unanswered);
  const { config } = await api.config();
  sources.keep(push(['-f', 'flv', `rtmp://${config.rtmp?.address}/studio`]));
  const source = { push: 'studio' };
  const channel = await storeChannel(api, core, { name: 'Studio', source, process: { delay: 2 }, stopped: true });
  const publication = await storePublication(api, channel, 'Archive');
  const orderOf = async () => (await api.process({ id: publication, filter: 'state' })).state?.order;
  await operator.enter();
  await operator.sees('Stopped');

  await operator.button('Menu').click();
  await page.getByRole('menuitem', { name: 'Schedule', exact: true }).click();
  await page.getByRole('link', { name: 'Add rule' }).click();
  await expect(page.getByRole('switch', { name: 'Also its publications' })).toBeChecked();
  // Late enough to save the rule and check it before it starts.
  const start = Math.ceil((Date.now() + 40_000) / MINUTE_MS) * MINUTE_MS;
  const end = start + 120 * MINUTE_MS;
  await fillWeekly(page, start, end);
  await operator.button('Save').click();
  const rules = page.getByRole('list', { name: 'Rules' }).getByRole('listitem');
  const sentence = `Every ${weekdayOf(start)} ${timeOf(start)}–${timeOf(end)}`;
  await expect(rules).toHaveCount(1);
  await expect(rules.first()).toContainText(`${sentence}`);
  await expect(rules.first()).toContainText('Studio and its publications, on');
  const days = page.locator('.schedule-day');
  await expect(days.getByText('Studio and its publications')).toHaveCount(2);
  await expect(days.first()).toContainText(`${timeOf(start)}–${timeOf(end)}`);
  await isAccessible(page, 'a schedule with one rule');

  await operator.channelPage();
  await expect(page.getByRole('link', { name: `Starts today ${timeOf(start)}` })).toBeVisible();
  expect(await orderOf()).toBe('stop');
  expect(Date.now()).toBeLessThan(start);
  await expect.poll(orderOf, { timeout: 120_000 }).toBe('start');
  expect(Date.now() - start).toBeGreaterThanOrEqual(0);
  expect(Date.now() - start).toBeLessThan(10_000);
  await operator.sees('Live');
  await page.getByRole('link', { name: /^Stops (today|tomorrow) / }).click();
  await expect(page.getByText('This time has begun already.')).toBeVisible();

  await page.goto(`${core.ui}#/schedule/new`);
  await page.getByRole('radio', { name: 'Off' }).press('Space');
  await fillWeekly(page, start + 30 * MINUTE_MS, start + 60 * MINUTE_MS);
  const contrary = page.getByText(/^Two rules want different things: /);
  await expect(contrary).toBeVisible();
  await operator.button('Save').click();
  await expect(rules).toHaveCount(2);
  await expect(contrary).toBeVisible();

  const [from, to] = [Date.now() - DAY_MS, Date.now() - DAY_MS + 60 * MINUTE_MS];
  await storeRule(api, {
    ...{ id: 'missed', name: 'Rehearsal', isEnabled: true, want: 'on', imageMinutes: 0, since: from - DAY_MS },
    zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    timing: { type: 'once', from: dateOf(from), to: dateOf(to) },
    subject: { type: 'channel', id: channel, withPublications: false },
  });
  await expect(page.getByText('Missed runs: 1')).toBeVisible();
  const missed = rules.filter({ hasText: 'Rehearsal' });
  await expect(missed).toContainText('Missed: yesterday');
  await operator.sees('Live');
  await isAccessible(page, 'a schedule with a conflict and a missed run');

  await missed.getByRole('button', { name: /^More: / }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByLabel('Name').fill('Dress rehearsal');
  await operator.button('Save').click();
  await expect(rules.filter({ hasText: 'Dress rehearsal' })).toHaveCount(1);

  await rules
    .filter({ hasText: 'Dress rehearsal' })
    .getByRole('button', { name: /^More: / })
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Delete this rule?' })).toBeVisible();
  await isAccessible(page, 'the question before a rule is deleted');
  await operator.button('Cancel').click();
  await expect(rules).toHaveCount(3);
  await rules
    .filter({ hasText: 'Dress rehearsal' })
    .getByRole('button', { name: /^More: / })
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await operator.button('Delete rule').click();
  await expect(rules).toHaveCount(2);
  await expect(page.getByText('Missed runs: 1')).toHaveCount(0);
});

const LANGUAGES = ['en', 'de', 'fr', 'it', 'pt', 'es', 'ru'];

test('the schedule screens fit on a phone in seven languages, and are accessible at both widths @agent @this-machine', async ({
  operator,
  page,
  core,
  api,
  pageErrors,
  agent: _,
}) => {
  test.slow();
  pageErrors.allow(unanswered);
  pageErrors.allow(unavailable);
  const name = 'Studio '.repeat(20);
  const channel = await storeChannel(api, core, { name, source: { push: 'studio' }, stopped: true });
  const publication = await storePublication(api, channel, '\u202e<b>\u05d0\u05d1');
  const [past, soon] = [Date.now() - DAY_MS, Date.now() + 60 * MINUTE_MS];
  const ofChannel = { type: 'channel', id: channel, withPublications: true } as const;
  const common = {
    isEnabled: true,
    zone: 'UTC',
    want: 'on',
    imageMinutes: 0,
    since: Date.now(),
    subject: ofChannel,
  } as const;
  const stored: readonly ScheduleRule[] = [
    {
      ...common,
      id: 'long',
      name: 'Night shift '.repeat(8),
      timing: { type: 'weekly', days: [1, 2, 3, 4, 5], from: '09:55', to: '06:00' },
    },
    {
      ...common,
      id: 'contrary',
      name: '',
      want: 'off',
      timing: { type: 'weekly', days: [1, 2, 3, 4, 5, 6, 7], from: '10:00', to: '11:30' },
    },
    {
      ...common,
      id: 'far',
      name: '',
      zone: 'America/Argentina/Buenos_Aires',
      timing: { type: 'cron', expression: '0 3 * * 2', minutes: 240 },
    },
    {
      ...common,
      id: 'missed',
      since: past - DAY_MS,
      name: '',
      timing: { type: 'once', from: dateOf(past), to: dateOf(past + 60 * MINUTE_MS) },
    },
    {
      ...common,
      id: 'part',
      name: '',
      isEnabled: false,
      want: 'restart',
      subject: { type: 'publication', id: publication },
      timing: { type: 'once', from: dateOf(soon), to: null },
    },
  ];
  for (const rule of stored) await storeRule(api, rule);
  await operator.enter();
  await page.goto(`${core.ui}#/schedule`);
  await expect(page.getByText('Missed runs: 1')).toBeVisible();
  const show = async (path: string) => {
    await page.evaluate((to) => {
      location.hash = `#/${to}`;
    }, path);
    await expect(page.locator('main .skeleton')).toHaveCount(0);
    await expect(page.locator(path === channel ? '.next-change a' : '.schedule-day, main form').first()).toBeVisible();
  };
  const paths = ['schedule', 'schedule/new', 'schedule/long', 'schedule/far', 'schedule/part', channel];
  const found: string[] = [];
  await page.setViewportSize({ width: 360, height: 740 });
  for (const language of LANGUAGES) {
    await page.evaluate((chosen) => localStorage.setItem('@@restreamer-ui@@language', chosen), language);
    await page.reload();
    for (const path of paths) {
      await show(path);
      for (const overflow of await overflowsOf(page)) found.push(`${language} ${path}: ${overflow}`);
    }
  }
  expect(found).toEqual([]);
  for (const size of [
    { width: 360, height: 740 },
    { width: 1280, height: 900 },
  ]) {
    await page.setViewportSize(size);
    for (const path of paths.slice(0, -1)) {
      await show(path);
      await isAccessible(page, `${path} at ${size.width}`);
    }
  }
});
