import { mkdir } from 'node:fs/promises';
import { delayedPlatform } from '../../harness/streams/delayedPlatform.ts';
import { runFfmpeg } from '../../harness/streams/ffmpeg.ts';
import { rtmpPush } from '../../harness/streams/rtmpPush.ts';
import { variedClip } from '../../harness/streams/variedClip.ts';
import { scaleToMachine } from '../../harness/test/testing/machineSlowness.ts';
import { isAccessible, tabTo } from '../support/browser/isAccessible.ts';
import type { AllowedError } from '../support/browser/pageErrors.ts';
import { speak } from '../support/browser/speak.ts';
import { storeChannel } from '../support/storedChannel.ts';
import { expect, test } from '../test.ts';

const unavailable: AllowedError = {
  line: /^(request failed: GET \S+\/memfs\/|status 404: GET \S+\/(memfs|v3\/fs\/mem)\/|status 400: PUT \S+_snapshot\/command|status 503: \w+ \S+\/agent\/api\/)/,
  why: 'What is played is not there yet, the channel has no snapshots, and the agent begins with the first channel.',
};

// On a busy machine, looks would pause.
test.use({ environment: { SLUICE_AGENT_LOOKS_CPU: '100' } });

const CLOCK = String.raw`\d\d:\d\d(:\d\d)?`;

test('the agent sees black video without a preview, and the alarm, the channel and its timeline tell its begin and end @agent @this-machine @timed', async ({
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
  const { config } = await api.config();
  const encoder = sources.keep(rtmpPush(`rtmp://${config.rtmp?.address}/studio`, 'black'));
  await storeChannel(api, core, { name: 'Studio', source: { push: 'studio' }, process: { delay: 2 } });
  await operator.enter();
  await operator.sees('Live');
  await operator.button('Hide preview').click();

  await tabTo(page, /^Edit$/, 'link');
  await page.keyboard.press('Enter');
  await tabTo(page, /^Standby image$/, 'link');
  await page.keyboard.press('Enter');
  const looks = page.getByRole('switch', { name: /^Look at the video/ });
  await expect(looks).not.toBeChecked();
  await tabTo(page, /^Look at the video/, 'switch');
  await page.keyboard.press('Space');
  await expect(looks).toBeChecked();
  await isAccessible(page, 'the looks at the video');
  await tabTo(page, /^Save$/, 'button');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Standby image saved');

  const alarms = `${core.ui}#/alarms`;
  await page.goto(`${alarms}/rules`);
  await tabTo(page, /^Black video/, 'switch');
  await page.keyboard.press('Space');
  await page.getByLabel('Black video: told after').fill('5');
  await tabTo(page, /^Save$/, 'button');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Rules saved');

  await page.goto(`${alarms}/incidents`);
  const running = page.getByRole('list', { name: 'Ongoing incidents' });
  await expect(page.getByText('Nothing is wrong that a rule is about.')).toBeVisible();
  encoder.spoil('black');
  await expect(running).toContainText('Studio: Black video', { timeout: scaleToMachine(120_000) });
  await isAccessible(page, 'an incident of black video');

  await operator.channelPage();
  const verdict = page.getByRole('region', { name: 'State of the channel' });
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(verdict).toContainText(new RegExp(`The video has been black since ${CLOCK}\\.`));
  await expect(timeline).toContainText(new RegExp(`${CLOCK}●The video is black · goes on`));
  await isAccessible(page, 'a channel with black video');
  await speak(page, 'de');
  const zustand = page.getByRole('region', { name: 'Zustand des Kanals' });
  await expect(zustand).toContainText(new RegExp(`Das Video ist seit ${CLOCK} schwarz\\.`));
  await expect(page.getByRole('region', { name: 'Verlauf' })).toContainText('Das Video ist schwarz');
  await isAccessible(page, 'a channel with black video, in German');

  encoder.mend('black');
  await expect(zustand).not.toContainText('schwarz');
  await expect(zustand).toContainText('Live, Dauer');
  await speak(page, 'en');
  await expect(verdict).toContainText('Live for');
  await expect(timeline).toContainText(new RegExp(`The video is black · .* · until ${CLOCK}`));
  await page.goto(`${alarms}/incidents`);
  await expect(page.getByRole('list', { name: 'Past incidents' })).toContainText('Studio: Black video');
});

/** The parts of a row do not break between their words. */
const inRow = (pattern: string) => new RegExp(pattern.replaceAll(' ', String.raw`\s`));

const NO_PLAYER = 'Enter an address that a player opens: http, https, rtmp, rtsp or srt, such as a playlist (.m3u8).';
const ITSELF = 'This is the channel itself. Enter the address at which viewers of the platform watch it.';

test('a publication is seen where its viewers watch it, until its platform shows nothing, and again @agent @this-machine @timed', async ({
  operator,
  page,
  core,
  api,
  publications,
  sources,
  pageErrors,
  agent: _,
}, journey) => {
  test.slow();
  pageErrors.allow(unavailable);
  const folder = journey.outputPath('platform');
  await mkdir(folder, { recursive: true });
  const clip = await variedClip(`${folder}/own.flv`, { seconds: 240 });
  const platform = sources.keep(await delayedPlatform({ folder, delaySeconds: 10, other: clip }));
  const { config } = await api.config();
  const channel = await storeChannel(api, core, { name: 'Studio', source: { push: 'studio' }, process: { delay: 2 } });
  const encoder = runFfmpeg([
    ...['-re', '-stream_loop', '-1', '-i', clip, '-c', 'copy'],
    ...['-f', 'flv', `rtmp://${config.rtmp?.address}/studio`],
  ]);
  sources.keep({ [Symbol.asyncDispose]: encoder.stop });
  await operator.enter();
  await operator.sees('Live');

  const [, server = '', key = ''] = /^rtmp:\/\/(.*)\/(\w+)$/.exec(platform.ingest) ?? [];
  await publications.addRtmp(server, key);
  await publications.field('Publication name').fill('Venue');
  const place = page.getByLabel('Where viewers watch it');
  for (const [address, fault] of [
    ['file:///etc/passwd', NO_PLAYER],
    ['live.example.com/stream.m3u8', NO_PLAYER],
    ['srt://0.0.0.0:9000?mode=listener', NO_PLAYER],
    [`${core.url}/memfs/${channel}.m3u8`, ITSELF],
  ] as const) {
    await place.fill(address);
    await publications.saveOnly();
    await expect(place).toHaveAccessibleDescription(new RegExp(fault.slice(0, 30)));
    await expect(place).toHaveAttribute('aria-invalid', 'true');
  }
  await isAccessible(page, 'a playback address that is none');
  await place.fill(platform.playback);
  await expect(place).not.toHaveAttribute('aria-invalid', 'true');
  await publications.saveOnly();
  await publications.switchOn('Venue');
  const row = page.getByRole('listitem').filter({ hasText: 'Venue' }).first();
  await expect(row).toContainText(inRow(String.raw`Seen by viewers, \d+ s behind`), {
    timeout: scaleToMachine(120_000),
  });
  await isAccessible(page, 'a publication that viewers see');

  await platform.begin('gone');
  const verdict = page.getByRole('region', { name: 'State of the channel' });
  await publications.card.getByRole('button', { name: 'Actions for Venue' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Look at what viewers see' }).press('Enter');
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    'The agent looks at what viewers see. This takes up to half a minute.',
  );
  await expect(row).toContainText(inRow(`Not seen by viewers since ${CLOCK}`));
  await expect(verdict).toContainText(
    new RegExp(`Venue sends, but its viewers have received nothing since ${CLOCK}\\. Open the page of the platform\\.`),
  );
  await isAccessible(page, 'a publication that viewers do not see');
  await speak(page, 'de');
  await expect(row).toContainText(inRow(`Für Zuschauer nicht zu sehen seit ${CLOCK}`));
  await expect(page.getByRole('region', { name: 'Zustand des Kanals' })).toContainText(
    new RegExp(`Venue sendet, aber die Zuschauer empfangen seit ${CLOCK} nichts\\. Die Seite der Plattform öffnen\\.`),
  );
  await isAccessible(page, 'a publication that viewers do not see, in German');
  await speak(page, 'en');
  await page.goto(`${core.ui}#/alarms/incidents`);
  await expect(page.getByRole('list', { name: 'Ongoing incidents' })).toContainText(/Venue.*: Not seen by viewers/, {
    timeout: scaleToMachine(120_000),
  });

  platform.end();
  await operator.channelPage();
  await expect(row).toContainText(inRow(String.raw`Seen by viewers, \d+ s behind`), {
    timeout: scaleToMachine(120_000),
  });
  await expect(verdict).not.toContainText('viewers');
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await timeline.getByRole('button', { name: 'Show all' }).press('Enter');
  await expect(timeline).toContainText(new RegExp(`Venue not seen by viewers · .* · until ${CLOCK}`));
});
