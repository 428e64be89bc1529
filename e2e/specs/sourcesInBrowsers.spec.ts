import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator } from '@playwright/test';
import type { Page as FirefoxPage } from 'puppeteer-core';
import type { CoreUnderTest } from '../../harness/core/coreUnderTest.ts';
import type { Core } from '../../src/api/client.ts';
import { channelOfIngest } from '../../src/api/processIds.ts';
import { openFirefox } from '../support/browser/firefox.ts';
import { hasPage } from '../support/renditionChannel.ts';
import { UNUSUAL_SOURCES, unusualSource } from '../support/unusualSources.ts';
import { expect, test } from '../test.ts';

/** One second of the sources. */
const FRAMES = 10;
/** Relative to full scale. The tones are sixteen times louder. */
const AUDIBLE = 0.01;

async function ingestIn(api: Core) {
  for (const { id, config } of await api.processes({ filter: 'config' })) {
    const channel = channelOfIngest(id);
    if (channel === null || typeof config !== 'object' || config === null) continue;
    const options = config.output.flatMap((output) => output.options);
    const after = (...names: string[]) => options.filter((_, i) => names.includes(options[i - 1] ?? ''));
    const passed = ['v', 'a'].filter((type) => after(`-codec:${type}`, `-c:${type}`).includes('copy')).join('');
    return { channel, passed, maps: after('-map') };
  }
  throw new Error('The core has no ingest');
}

/** The audio of the newest segment without its container, in Base64. */
async function newestSound({ url }: CoreUnderTest, channel: string): Promise<string> {
  const playlist = await (await fetch(`${url}/memfs/${channel}.m3u8`)).text();
  const segment = playlist.split('\n').findLast((line) => line.trim() !== '' && !line.startsWith('#'));
  if (segment === undefined) throw new Error(playlist);
  const address = new URL(segment, `${url}/memfs/`).href;
  const args = ['-loglevel', 'error', '-i', address, '-vn', '-codec:a', 'copy', '-f', 'adts', 'pipe:1'];
  const { stdout } = await promisify(execFile)('ffmpeg', args, { encoding: 'buffer' });
  return stdout.toString('base64');
}

const loudestOf = (page: FirefoxPage, sound: string) =>
  page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
    const decoded = await new OfflineAudioContext(2, 44_100, 44_100).decodeAudioData(bytes.buffer);
    return decoded.getChannelData(0).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  }, sound);

const decodedSound = (video: Locator) =>
  video.evaluate((element) => Number(Reflect.get(element, 'webkitAudioDecodedByteCount')));

for (const [name, source] of Object.entries(UNUSUAL_SOURCES))
  test(`Chromium and Firefox play what the wizard proposes for ${name} @nightly @own-core @firefox`, async ({
    operator,
    sources,
    core,
    api,
  }) => {
    const { url } = sources.keep(await unusualSource(source));
    await operator.enter();
    await operator.wizard.begin();
    await operator.wizard.pullFrom(url);
    await operator.wizard.acceptAll();
    await operator.sees('Live');
    const { channel, passed, maps } = await ingestIn(api);
    const first = source.file.endsWith('.ts') ? ['0:v:0', '0:a:0'] : ['0:0', '0:1'];
    expect({ passed, maps }).toEqual({ passed: source.passed, maps: source.maps ?? first });

    await expect(operator.player).toPlay();
    await expect.poll(() => decodedSound(operator.player)).toBeGreaterThan(0);
    await hasPage(api, channel);
    await operator.page.close();

    const browser = await openFirefox();
    try {
      const page = await browser.newPage();
      await page.goto(`${core.url}/${channel}.html`);
      await page.waitForSelector('video');
      const shown = () =>
        page.$eval('video', async (video) => {
          video.muted = true;
          await video.play().catch(() => {}); // rejects before data has arrived
          return {
            frames: video.getVideoPlaybackQuality().totalVideoFrames,
            size: `${video.videoWidth}×${video.videoHeight}`,
            sound: Reflect.get(video, 'mozHasAudio') === true,
          };
        });
      await expect.poll(async () => (await shown()).frames).toBeGreaterThanOrEqual(FRAMES);
      expect(await shown()).toMatchObject({ size: source.size ?? '160×96', sound: true });
      expect(await loudestOf(page, await newestSound(core, channel))).toBeGreaterThan(AUDIBLE);
    } finally {
      await browser.close();
    }
  });
