import type { Page } from '@playwright/test';
import { isAccessible, isReachable, tabTo } from '../support/browser/isAccessible.ts';
import { expect, test } from '../test.ts';

const UNKNOWN_WORDS = /RTMP |SRT,|Video4Linux|token|127\.0\.0\.1"|re-encod|Passthrough|dBFS|ALSA|keyframe|libx264/;

const PHONE = { width: 360, height: 740 };

const copied = async (page: Page, label: string, shape: RegExp) => {
  await tabTo(page, new RegExp(`^Copy ${label}$`), 'button');
  await page.keyboard.press('Enter');
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(clipboard).toMatch(shape);
  return clipboard();
};

test('a beginner gets from the login to a live channel with OBS by keyboard on a phone', async ({
  operator,
  page,
  sources,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize(PHONE);
  const { wizard } = operator;
  let presses = 0;
  const press = async (name: RegExp, role: 'button' | 'link' = 'button') => {
    await tabTo(page, name, role);
    await page.keyboard.press('Enter');
    presses += 1;
  };
  const at = async (heading: string) => {
    await wizard.at(heading);
    await expect(page.getByRole('main')).not.toContainText(UNKNOWN_WORDS, { useInnerText: true });
  };
  await operator.enter();
  await press(/^Next: Video setup/, 'link');
  await at('Choose a video source');
  await expect(page.locator('.tile').first()).toContainText('Recommended');
  await press(/^OBS sends to this server/);

  await at('Connect OBS');
  const drawing = page.getByRole('figure', { name: 'The window "Settings" of OBS' });
  await expect(drawing).toContainText('Custom...');
  const server = await copied(page, 'Server', /^rtmp:\/\/[^/]+/);
  const key = await copied(page, 'Stream Key', /^\w{6}-\w{6}-\w{6}/);
  await isReachable(page, 'the fields of OBS');
  await isAccessible(page, 'the fields of OBS', undefined, [PHONE.width]);
  await page.setViewportSize(PHONE);

  sources.push(`${server}/${key}`);
  await at('Video settings');
  await expect(page.getByText('Fits as it is.')).toBeVisible();
  const level = page.getByRole('meter', { name: 'Audio level' });
  await expect(level).toHaveAttribute('aria-valuetext', /^(good|quiet|too loud)$/);
  await press(/^Next$/);
  await at('Choose an audio source');
  await expect(wizard.radio('Use the audio of the video')).toBeChecked();
  await expect(wizard.radio('Silence')).toBeHidden();
  await press(/^Next$/);
  await at('Describe the stream');
  await press(/^Next$/);
  await press(/^Save and start$/);
  await operator.sees('Live');
  await expect(operator.player).toPlay();
  // Regression limit: two presses up to the address, four after it.
  expect(presses).toBe(6);
});
