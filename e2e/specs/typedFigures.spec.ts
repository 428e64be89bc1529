import type { Page } from '@playwright/test';
import type { Core } from '../../src/api/client.ts';
import { egressOf, ingestId } from '../../src/api/processIds.ts';
import { isAccessible } from '../support/browser/isAccessible.ts';
import { expect, test } from '../test.ts';

const PHONE = { width: 360, height: 740 };

const WORDS = {
  English: {
    ...{
      bitrate: 'Video bitrate',
      custom: 'Video bitrate, custom value',
      refused: /^Enter a whole number from 1 to 1000000\./,
    },
    ...{ interrupt: 'Save and interrupt', server: /^Server/, key: /^Stream key/, name: 'Publication name' },
    ...{ encoding: 'Video encoding', general: 'General' },
  },
  Deutsch: {
    ...{
      bitrate: 'Video-Bitrate',
      custom: 'Video-Bitrate, eigener Wert',
      refused: /^Eine ganze Zahl von 1 bis 1000000 eingeben\./,
    },
    ...{
      interrupt: 'Speichern und unterbrechen',
      server: /^Server/,
      key: /^Streamschlüssel/,
      name: 'Name der Veröffentlichung',
    },
    ...{ encoding: 'Video-Codierung', general: 'Allgemein' },
  },
};

async function speak(page: Page, language: keyof typeof WORDS) {
  if (language === 'English') return;
  await page.getByRole('button', { name: 'Menu', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: /^Language/ }).press('ArrowRight');
  await page.getByRole('menuitemradio', { name: language }).press('Enter');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.keyboard.press('Escape');
}

const secondsOf = async (api: Core, id: string) =>
  (await api.processes({ filter: 'state', id })).find((process) => process.id === id)?.state?.runtime_seconds ?? 0;

async function customBitrate(page: Page, { bitrate, custom }: (typeof WORDS)['English']) {
  await page.getByLabel(bitrate, { exact: true }).selectOption({ value: '\n' });
  const field = page.getByLabel(custom, { exact: true });
  await field.focus();
  return field;
}

const typeBitrate = async (page: Page, text: string) => {
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
};

for (const language of ['English', 'Deutsch'] as const)
  test(`a typed bitrate is parsed, or rejected at its field (${language})`, async ({
    page,
    api,
    calls,
    liveChannel: channel,
  }) => {
    test.slow();
    const words = WORDS[language];
    const writes = /^(PUT|POST|DELETE) \/v3\/process/;
    await page.setViewportSize(PHONE);
    await speak(page, language);

    await test.step('in the source editor', async () => {
      await page.goto(`${page.url().split('#')[0]}#/${channel}/edit/source/video`);
      const choice = page.getByLabel(words.bitrate, { exact: true });
      const stored = await choice.inputValue();
      const field = await customBitrate(page, words);
      await typeBitrate(page, '6 00');
      await expect(field).toBeFocused();
      await expect(page.getByText(words.refused)).toBeVisible();
      await expect(page).toHaveURL(/source\/video$/);
      // The stored value counts as unchanged.
      await typeBitrate(page, `${stored}k`);
      await expect(page).toHaveURL(/source\/audio$/);
    });

    await test.step('of a channel that is live', async () => {
      await page.goto(`${new URL(page.url()).href.split('#')[0]}#/${channel}/edit/encoding`);
      const field = await customBitrate(page, words);
      const before = await secondsOf(api, ingestId(channel));
      calls.reset();
      await typeBitrate(page, 'abc');
      await expect(field).toBeFocused();
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(page.getByText(words.refused)).toBeVisible();
      await isAccessible(page, `refused bitrate, ${language}`);
      await page.setViewportSize(PHONE);
      await field.focus();
      await page.locator('button[type=submit][form=encoding]').press('Enter');
      await expect(field).toBeFocused();
      await expect.poll(() => secondsOf(api, ingestId(channel))).toBeGreaterThan(before);
      expect(calls.count(writes)).toBe(0);

      await typeBitrate(page, '1000k');
      await page.getByRole('button', { name: words.interrupt }).press('Enter');
      await expect(page).toHaveURL(new RegExp(`#/${channel}$`));
      await expect.poll(() => sentBy(api, ingestId(channel))).toContain('-b:v 1000k ');
      await expect.poll(() => secondsOf(api, ingestId(channel))).toBeGreaterThan(0);
    });

    await test.step('of a publication', async () => {
      const { config } = await api.config();
      const home = new URL(page.url()).href.split('#')[0];
      await page.goto(`${home}#/${channel}/publication/rtmp`);
      await page
        .getByRole('textbox', { name: words.server })
        .fill(`127.0.0.1:${config.rtmp?.address.split(':').pop()}/venue`);
      await page.getByRole('textbox', { name: words.key }).fill('phone');
      await page.goto(`${home}#/${channel}/publication/rtmp/new/encoding`);
      await page.getByLabel(words.encoding, { exact: true }).selectOption('libx264');
      const field = await customBitrate(page, words);
      await page.keyboard.type('abc');
      await page.getByRole('link', { name: words.general, exact: true }).press('Enter');
      calls.reset();
      await page.getByLabel(words.name, { exact: true }).press('Enter');
      await expect(field).toBeFocused();
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      expect(calls.count(writes)).toBe(0);
      await typeBitrate(page, '1000k');
      await expect
        .poll(async () => {
          const all = await api.processes({ filter: 'config' });
          return all.filter(({ id }) => egressOf(id) !== null).map(({ config: sent }) => JSON.stringify(sent));
        })
        .toEqual([expect.stringContaining('"-b:v","1000k"')]);
    });
  });

const sentBy = async (api: Core, id: string) =>
  (await api.processes({ filter: 'config', id }))
    .flatMap(({ config }) => (config && config !== 'unread' ? config.output : []))
    .flatMap(({ options }) => options)
    .join(' ');
