import type { Page } from '@playwright/test';
import { egressId, METADATA_KEY } from '../../src/api/processIds.ts';
import { addChannelsSaying } from '../support/hostileContent.ts';
import { expect, test } from '../test.ts';

const NAMES = [
  `Long ${'x'.repeat(100_000)}`,
  `Words ${'and more '.repeat(2000)}`,
  `Turned \u202egnp.exe ${'\u2067'.repeat(50)}`,
  `Heaped z${'\u0301'.repeat(5000)}`,
  `Lines ${'\n'.repeat(300)}end\r\u2028\u0000`,
  `אולפן ${'שידור '.repeat(300)}`,
];

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test.describe('@own-core', () => {
  test('names of any length and script stay in their rows', async ({ operator, page, pageErrors, api }) => {
    pageErrors.allow({
      line: /^status 404: GET \S+\.html$/,
      why: 'These channels were never saved, so their pages are made just now.',
    });
    const channels = await addChannelsSaying(api, NAMES);
    // The first channel by name opens at the start.
    const channel = channels[NAMES.findIndex((name) => name.startsWith('Heaped'))] ?? '';
    for (const [i, name] of NAMES.entries()) {
      const id = egressId('rtmp', `11111111-2222-4333-8444-55555555555${i}`);
      await api.processAdd({
        body: {
          ...{ id, type: 'ffmpeg', reference: channel, options: [], reconnect: false, autostart: false },
          input: [{ id: 'input_0', address: '/nothing.ts', options: [] }],
          output: [{ id: 'output_0', address: '-', options: ['-f', 'null'] }],
          ...{ reconnect_delay_seconds: 0, stale_timeout_seconds: 0 },
        },
      });
      await api.processMetadataSet({ id, key: METADATA_KEY, body: { version: 1, name } });
    }
    await operator.enter();
    const rows = page.getByRole('list', { name: 'Publications' }).getByRole('listitem');
    await expect(rows).toHaveCount(NAMES.length);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      for (const row of await rows.all()) expect((await row.boundingBox())?.height).toBeLessThan(100);
      expect(await sideways(page)).toBe(0);
      expect((await operator.channelButton.boundingBox())?.height).toBeLessThan(60);
      await operator.channelButton.click();
      const list = page.getByRole('dialog', { name: 'Channels' });
      const thumbs = list.getByRole('list', { name: 'Channels' }).getByRole('listitem');
      await expect(thumbs).toHaveCount(NAMES.length);
      for (const thumb of await thumbs.all()) expect((await thumb.boundingBox())?.height).toBeLessThan(220);
      expect(await sideways(page)).toBe(0);
      await page.keyboard.press('Escape');
      await expect(list).toBeHidden();
      await rows.first().getByRole('button').click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      const question = page.getByRole('alertdialog');
      expect((await question.boundingBox())?.height).toBeLessThan(420);
      await question.getByRole('button', { name: 'Cancel' }).click();
      await expect(question).toBeHidden();
    }
    expect((await page.title()).length).toBeLessThan(500);
    await rows.first().getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const edited = page.getByLabel('Publication name');
    // A single-line input drops line feeds.
    await expect.poll(async () => (await edited.inputValue()).length).toBeGreaterThan(300);
  });

  test('one malformed process does not block the rest', async ({ operator, page, pageErrors, api }) => {
    pageErrors.allow({
      line: /^status (400: PUT \S+_snapshot\/command|404: DELETE \S+\.m3u8)$/,
      why: 'The channel has no snapshot, and has never been live.',
    });
    const names = ['One', 'Two', 'Three'];
    const [channel = ''] = await addChannelsSaying(api, names);
    // Adds a foreign process and a malformed one of the interface to the response.
    await page.route(/\/api\/v3\/process(\?|$)/, async (route) => {
      const answer = await route.fetch();
      const processes: unknown = answer.ok() && route.request().method() === 'GET' ? await answer.json() : null;
      if (!Array.isArray(processes)) return route.fulfill({ response: answer });
      const odd = processes.map((process) =>
        process.reference === channel && process.state
          ? {
              ...process,
              state: { ...process.state, exec: 'weird', order: 'weird', progress: { fps: null }, runtime_seconds: '7' },
            }
          : process,
      );
      return route.fulfill({
        response: answer,
        json: [...odd, { id: 'other', state: { exec: 1 }, metadata: [] }, null, 5],
      });
    });
    await operator.enter();
    await expect(page.getByText('State unknown').first()).toBeVisible();
    await expect(page.getByText('No connection to the core')).toHaveCount(0);
    const [start, stop] = [operator.button('Start stream'), operator.button('Stop stream')];
    await expect(start).toBeEnabled();
    const order = async () => (await api.processState({ id: `restreamer-ui:ingest:${channel}` })).order;
    await start.click();
    await expect.poll(order).toBe('start');
    await stop.click();
    const question = page.getByRole('alertdialog');
    if (await question.isVisible()) await question.getByRole('button', { name: 'Stop stream' }).click();
    await expect.poll(order).toBe('stop');
    await operator.channelButton.click();
    for (const name of names)
      await expect(
        page.getByRole('dialog', { name: 'Channels' }).getByRole('button', { name: new RegExp(`^${name}`) }),
      ).toBeVisible();
    // A response in flight when the page closes would fail the test.
    await page.unrouteAll({ behavior: 'wait' });
  });
});
