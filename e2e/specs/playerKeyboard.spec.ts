import { viewerOf } from '../pages/playerEditor.ts';
import { isAccessible, tabTo } from '../support/browser/isAccessible.ts';
import { watchPageErrors } from '../support/browser/pageErrors.ts';
import { addRenditions, CAPTION, captionsOn, hasPage } from '../support/renditionChannel.ts';
import { expect, test } from '../test.ts';

for (const player of ['videojs-public', 'clappr'] as const)
  test(`viewers play, seek, change the volume and turn on captions by keyboard in ${player} @own-core`, async ({
    operator,
    core,
    browser,
    api,
  }) => {
    test.slow();
    const settings = { player, autoplay: true, mute: true, chromecast: false, airplay: false };
    const channel = await addRenditions(api, { license: 'CC BY 4.0', player: settings });
    await operator.enter();
    await hasPage(api, channel);
    await operator.page.close();

    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } });
    const visitor = await context.newPage();
    const pageErrors = watchPageErrors(visitor);
    pageErrors.allow({ line: /^status 404: GET \S+\/memfs\/\S+\.jpg\S*$/, why: 'No process takes snapshots here.' });
    await visitor.goto(`${core.url}/${channel}.html`);
    const { video } = viewerOf(visitor);
    await expect(video).toPlay();
    const read = <Key extends 'paused' | 'muted' | 'volume' | 'currentTime'>(key: Key) =>
      video.evaluate((element: HTMLVideoElement, name) => element[name], key);
    const press = (key: string) => visitor.keyboard.press(key);
    const isAccessibleNow = (state: string) => isAccessible(visitor, `${player}, ${state}`, ['dark']);

    await test.step('m, and the arrows for the volume', async () => {
      await press('m');
      await expect.poll(() => read('muted')).toBe(false);
      await press('ArrowDown');
      await press('ArrowDown');
      await expect.poll(() => read('volume')).toBeCloseTo(0.8);
      await press('ArrowUp');
      await expect.poll(() => read('volume')).toBeCloseTo(0.9);
      await press('m');
      await expect.poll(() => read('muted')).toBe(true);
    });

    await test.step('space, and the arrows for the time', async () => {
      // A stream that has just started has no range to seek in.
      await expect.poll(() => read('currentTime')).toBeGreaterThan(10);
      await press(' ');
      await expect.poll(() => read('paused')).toBe(true);
      await isAccessibleNow('paused');
      const before = await read('currentTime');
      await press('ArrowLeft');
      await expect.poll(() => read('currentTime')).toBeLessThan(before);
      const back = await read('currentTime');
      await press('ArrowRight');
      await expect.poll(() => read('currentTime')).toBeGreaterThan(back);
      await press(' ');
      await expect(video).toPlay();
    });

    await test.step('f, and back', async () => {
      const isFull = () => visitor.evaluate(() => document.fullscreenElement !== null);
      await press('f');
      await expect.poll(isFull).toBe(true);
      await expect(video).toPlay();
      await press('f');
      await expect.poll(isFull).toBe(false);
    });

    await test.step('c, and back', async () => {
      const words = [expect.stringContaining(CAPTION)];
      // The stream marks these captions as default.
      await expect.poll(() => video.evaluate(captionsOn)).toEqual(words);
      await press('c');
      await expect.poll(() => video.evaluate(captionsOn)).toEqual([]);
      await press('c');
      await expect.poll(() => video.evaluate(captionsOn)).toEqual(words);
      await isAccessibleNow('with captions');
    });

    await test.step('each panel is opened, read and closed', async () => {
      await press('Control+Shift+S');
      await expect(visitor.getByText('320×180')).toBeVisible();
      for (const name of ['About this stream', 'Share', 'Captions', 'Quality']) {
        await tabTo(visitor, new RegExp(`^${name}$`), 'button');
        await press('Enter');
        await expect(visitor.getByRole('group', { name })).toBeVisible();
        await isAccessibleNow(name);
        await press('Escape');
        await expect(visitor.getByRole('group', { name })).toBeHidden();
        // `first()`: the page has another share button below the player.
        await expect(visitor.getByRole('button', { name, exact: true }).first()).toBeFocused();
      }
      await expect(video).toPlay();
    });
    expect(pageErrors.lines).toEqual([]);
    await context.close();
  });
