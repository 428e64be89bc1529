import type { Page, Route } from '@playwright/test';
import { videoFile } from '../../harness/streams/mediaFile.ts';
import { ensureDemoChannel } from '../../harness/tools/demo/demoChannel.ts';
import { tabTo } from '../support/browser/isAccessible.ts';
import { MODEST } from '../support/channels.ts';
import { expect } from '../support/expect.ts';
import { EVERY_DEVICE, seesDevices } from '../support/fakeCaptureDevices.ts';
import type { Stage, Walk } from './walkTypes.ts';

const press = async (page: Page, name: RegExp, role: 'button' | 'link' = 'button') => {
  await tabTo(page, name, role);
  await page.keyboard.press('Enter');
};

async function eachKind(page: Page, capture: (kind: string) => Promise<void>) {
  const list = page.getByLabel('Source type');
  const kinds = await list
    .locator('option:enabled')
    .evaluateAll((options) => options.flatMap((option) => option.getAttribute('value') || []));
  expect(kinds.length).toBeGreaterThan(3);
  await tabTo(page, /^Source type/, 'combobox');
  await page.keyboard.press('Home');
  for (const kind of kinds) {
    await list.focus();
    while ((await list.inputValue()) !== kind) {
      const before = await list.inputValue();
      await page.keyboard.press('ArrowDown');
      await expect(list).not.toHaveValue(before);
    }
    await capture(kind);
  }
}

async function openEditor({ operator, page, core }: Stage) {
  await seesDevices(page, () => EVERY_DEVICE);
  await ensureDemoChannel(await core.api(), MODEST);
  await operator.enter();
  await operator.sees('Live');
  await operator.videoSetup();
  await press(page, /^Source editor/, 'link');
  await expect(page.getByRole('heading', { level: 1, name: 'Video settings' })).toBeVisible();
}

/** A camera that sends nothing at its first address. */
function silentCamera() {
  let answering: 'nothing' | 'not yet' | 'video' = 'nothing';
  let requests = 0;
  const waiting: (() => void)[] = [];
  return {
    asked: () => requests,
    answers(how: typeof answering) {
      answering = how;
      for (const goOn of waiting.splice(0)) goOn();
    },
    async probed(route: Route) {
      requests += 1;
      if (answering === 'not yet') await new Promise<void>((resolve) => waiting.push(resolve));
      const video = { type: 'video', codec: 'h264', width: 1280, height: 720, index: 0, stream: 0 };
      const streams = answering === 'video' ? [video] : [];
      const log = answering === 'video' ? [] : ['rtsp://192.0.2.1/camera: Connection timed out'];
      // A page that was closed aborts its requests.
      await route.fulfill({ json: { streams, log } }).catch(() => {});
    },
  };
}

export const sources: readonly Walk[] = [
  {
    name: 'the set-up with every video source',
    byKeyboard: true,
    async run({ operator, page }, capture) {
      await seesDevices(page, () => EVERY_DEVICE);
      await operator.enter();
      await press(page, /^Next: Video setup/, 'link');
      await operator.wizard.at('Choose a video source');
      await capture('wizard-source-devices');
      await page.locator('summary', { hasText: 'More sources' }).press('Enter');
      await capture('wizard-source-more');
      const tiles = page.locator('.tile');
      const count = await tiles.count();
      expect(count).toBeGreaterThan(7);
      for (let n = 0; n < count; n += 1) {
        await operator.wizard.at('Choose a video source');
        if (!(await tiles.nth(n).isVisible()))
          await page.locator('summary', { hasText: 'More sources' }).press('Enter');
        await tiles.nth(n).focus();
        await page.keyboard.press('Enter');
        await expect(operator.wizard.back).toBeVisible();
        await capture(`wizard-source-${n + 1}`);
        await press(page, /^Back$/);
      }
    },
  },
  {
    name: 'the set-up with every audio source',
    byKeyboard: true,
    async run({ operator, page }, capture) {
      await seesDevices(page, () => EVERY_DEVICE);
      await operator.enter();
      await press(page, /^Try with a test pattern/, 'link');
      await operator.wizard.at('Choose a test pattern');
      await press(page, /^Next$/);
      await operator.wizard.at('Video settings');
      await expect(page.getByRole('img', { name: 'What the source shows' })).toBeVisible();
      await capture('wizard-picture-seen');
      await press(page, /^Next$/);
      await operator.wizard.at('Choose an audio source');
      await capture('wizard-audio-proposed');
      await page.locator('summary', { hasText: 'Other audio' }).press('Enter');
      const radios = page.getByRole('radio');
      const values = await radios.evaluateAll((all) => all.map((radio) => radio.getAttribute('value') ?? ''));
      expect(values.filter((value) => value.startsWith('source:')).length).toBeGreaterThan(3);
      for (const value of values) {
        const checked = page.locator('input[type=radio]:checked');
        await checked.focus();
        for (let n = 0; n < values.length && (await checked.getAttribute('value')) !== value; n += 1)
          await page.keyboard.press('ArrowDown');
        await expect(checked).toHaveAttribute('value', value);
        await capture(`wizard-audio-${value.replace('source:', '')}`);
      }
    },
  },
  {
    name: 'a file while it becomes a source',
    byKeyboard: true,
    async run({ operator, page }, capture) {
      const { wizard } = operator;
      let sent = () => {};
      await page.route(/\/api\/v3\/fs\/disk\//, async (route) => {
        if (route.request().method() === 'PUT')
          await new Promise<void>((resolve) => {
            sent = resolve;
          });
        await route.continue();
      });
      await operator.enter();
      await wizard.begin();
      await wizard.choose('Video file or image');
      await wizard.next.click();
      await expect(page.getByText('Upload a file first.')).toBeVisible();
      await capture('wizard-file-missing');
      await wizard.upload({ name: 'list.mp4', mimeType: 'video/mp4', buffer: Buffer.from('#EXTM3U\n/etc/passwd\n') });
      await expect(page.getByText('The file was not used')).toBeVisible();
      await capture('wizard-file-refused');
      await wizard.upload({ name: 'Holiday.mp4', mimeType: 'video/mp4', buffer: await videoFile() });
      await expect(page.getByText('Uploading Holiday.mp4')).toBeVisible();
      await capture('wizard-file-uploading');
      sent();
      await expect(page.getByText('File: Holiday.mp4')).toBeVisible();
      await capture('wizard-file-ready');
    },
  },
  {
    name: 'a probe that tries other ways',
    byKeyboard: true,
    async run({ operator, page }, capture) {
      const { wizard } = operator;
      const camera = silentCamera();
      await page.route(/\/api\/v3\/process\/[^/]+\/probe/, camera.probed);
      await operator.enter();
      await wizard.begin();
      await wizard.pullFrom('rtsp://192.0.2.1/camera');
      await expect(wizard.alert).toContainText('Also tried with');
      await page.getByText('Continue without checking').press('Enter');
      await capture('wizard-by-hand');
      const before = camera.asked();
      camera.answers('not yet');
      await wizard.next.press('Enter');
      await expect.poll(camera.asked).toBe(before + 1);
      camera.answers('not yet');
      await expect(page.getByText(/^No response so far\. Trying with /)).toBeVisible();
      await capture('wizard-probe-other-way');
      camera.answers('video');
      await expect(page.getByText(/^Works with /)).toBeVisible();
      await capture('wizard-probe-found');
      camera.answers('nothing');
      await wizard.next.press('Enter');
      await expect(wizard.alert).toContainText('Also tried with');
      await page.getByText('Continue without checking').press('Enter');
      await press(page, /^Use these settings$/);
      await wizard.at('Video settings');
      await expect(page.getByText('Set by hand, not seen yet')).toBeVisible();
      await capture('wizard-unseen');
    },
  },
  {
    name: 'the source editor with every video source',
    own: true,
    byKeyboard: true,
    async run(stage, capture) {
      await openEditor(stage);
      await capture('source-video');
      await eachKind(stage.page, (kind) => capture(`source-video-${kind}`));
    },
  },
  {
    name: 'the source editor with every audio source',
    own: true,
    byKeyboard: true,
    async run(stage, capture) {
      const { page } = stage;
      await openEditor(stage);
      await press(page, /^Next: Audio/);
      await expect(page.getByRole('heading', { level: 1, name: 'Audio settings' })).toBeVisible();
      await capture('source-audio');
      await page.getByRole('radio', { name: /^A source of its own/ }).check();
      await eachKind(page, (kind) => capture(`source-audio-${kind}`));
    },
  },
];
