import type { BrowserContext, Page, TestInfo } from '@playwright/test';
import type { CoreUnderTest } from '../../harness/core/coreUnderTest.ts';
import { refusingRtmpReceiver } from '../../harness/streams/refusingRtmpReceiver.ts';
import type { Push } from '../../harness/streams/rtmpPush.ts';
import { ensureDemoChannel, operate } from '../../harness/tools/demo/demoChannel.ts';
import { playlistPath } from '../../src/media/hls/hlsFiles.ts';
import { Channels } from '../pages/channelList.ts';
import { Operator } from '../pages/operator.ts';
import { Publications } from '../pages/publications.ts';
import {
  judgeSentences,
  keepRecord,
  type SentenceExpectation,
  untilSecond,
} from '../support/browser/channelPageRecord.ts';
import { type AllowedError, type PageErrors, watchPageErrors } from '../support/browser/pageErrors.ts';
import { storeChannel } from '../support/storedChannel.ts';
import { CORE_GONE, EXPECTED_VERDICTS, type Situation, SLOW } from '../support/verdictExpectations.ts';
import { expect, test } from '../test.ts';

// With many tabs, traces and animations would overload the machine and distort the result.
test.use({ trace: 'off', contextOptions: { reducedMotion: 'reduce' } });

const unavailable: AllowedError = {
  line: /^(request failed: GET \S+\/memfs\/|status 404: GET \S+\/(memfs|v3\/fs\/mem)\/|status 400: PUT \S+_snapshot\/command)/,
  why: 'What is played is gone, or not there yet; these channels have no snapshots.',
};

interface WatchedPage {
  page: Page;
  errors: PageErrors;
  expected: SentenceExpectation;
}

async function conclude(all: Iterable<readonly [string, WatchedPage]>, happenedAt: number, info: TestInfo) {
  const wrong: string[] = [];
  const looks: unknown[] = [];
  for (const [name, { page, errors, expected }] of all) {
    const found = await judgeSentences(page, happenedAt, expected);
    looks.push({ name, ...found });
    wrong.push(...[...found.wrong, ...errors.lines].map((line) => `${name}, ${line}`));
  }
  await info.attach('looks', { body: JSON.stringify(looks, null, 1), contentType: 'application/json' });
  expect(wrong).toEqual([]);
}

async function opened(context: BrowserContext, core: CoreUnderTest, channel: string) {
  const page = await context.newPage();
  const errors = watchPageErrors(page);
  errors.allow(unavailable);
  const operator = new Operator(page, core);
  await operator.open();
  await new Channels(operator).select(channel);
  return { page, errors, operator };
}

/** Waits until channel and publication are live, then starts the record. */
async function ready({ page, operator }: Awaited<ReturnType<typeof opened>>, name: string, expected: Situation) {
  await operator.sees('Live');
  if (expected.sentTo) await new Publications(page).isLive(name);
  if (['frozen', 'black'].includes(expected.picture)) await expect(operator.player).toPlay();
  else await operator.button('Hide preview').click();
  await keepRecord(page);
}

test('each failure is named in time, and no other party is blamed @timed', async ({
  operator,
  core,
  context,
  page,
  sources,
  api,
}, info) => {
  test.slow();
  const { config } = await api.config();
  const platform = sources.keep(await refusingRtmpReceiver());
  const struck = await refusingRtmpReceiver();
  const hosts = { platform: platform.host, struck: struck.host };
  const all = Object.entries<Situation>(EXPECTED_VERDICTS);
  const push = new Map<string, Push>();
  const channels = new Map<string, string>();
  for (const [name, { picture }] of all) {
    push.set(name, sources.push(`rtmp://${config.rtmp?.address}/${name}`, picture));
    channels.set(name, await storeChannel(api, core, { name, source: { push: name }, process: { delay: 5 } }));
  }
  await operate(api, async (sluice) => {
    for (const [name, { sentTo }] of all) {
      if (!sentTo && name !== 'refused') continue;
      const address = sentTo ? `${hosts[sentTo]}/takes/key` : `${platform.host}/denies/key`;
      const channel = channels.get(name) ?? '';
      const id = await sluice.addPublication({ channel, name, service: 'rtmp', settings: { address } });
      const playlist = async () => (await fetch(`${core.url}/${playlistPath(channel, 'memfs')}`)).status;
      await expect.poll(playlist).toBe(200);
      if (sentTo) await api.processCommand({ id, body: { command: 'start' } });
    }
  });
  await operator.enter();
  await expect(operator.channelButton).toBeVisible();
  // Frees the CPU: the first tab has set up the login for the others.
  await page.goto('about:blank');
  const pages = new Map<string, Awaited<ReturnType<typeof opened>> & { expected: Situation }>();
  // In sequence, because nine parallel loads would each be slow.
  for (const [name, expected] of all)
    pages.set(name, { ...(await opened(context, core, channels.get(name) ?? '')), expected });
  await Promise.all([...pages].map(([name, tab]) => ready(tab, name, tab.expected)));

  const happenedAt = Date.now();
  push.get('stalled')?.freeze();
  for (const flaw of ['few', 'frozen', 'black', 'muted'] as const) push.get(flaw)?.spoil(flaw);
  await Promise.all([
    push.get('gone')?.stop(),
    struck[Symbol.asyncDispose](),
    ...[pages.get('refused')].map(async (tab) => tab && new Publications(tab.page).switch('refused').press('Space')),
  ]);
  await untilSecond(page, happenedAt, 10);
  sources.keep(await refusingRtmpReceiver(Number(struck.host.split(':')[1])));
  await untilSecond(page, happenedAt, 41);
  await conclude(pages, happenedAt, info);
});

const FULL_HD = ['-re', '-f', 'lavfi', '-analyzeduration', '0'];

test('an encoder that is too slow is named, and no other party is blamed @own-core @timed', async ({
  operator,
  core,
  page,
  pageErrors,
}, info) => {
  pageErrors.allow(unavailable);
  await storeChannel(await core.api(), core, {
    name: 'slow',
    source: { address: 'testsrc2=size=1920x1080:rate=60[out0];sine[out1]', options: FULL_HD },
    video: ['-codec:v', 'libx264', '-preset', 'veryslow', '-rc-lookahead', '5', '-pix_fmt', 'yuv420p'],
    audio: ['-codec:a', 'aac'],
    stopped: true,
  });
  await operator.enter();
  await operator.sees('Stopped');
  await keepRecord(page);
  const happenedAt = Date.now();
  await operator.button('Start stream').click();
  await untilSecond(page, happenedAt, 41);
  await conclude([['slow', { page, errors: pageErrors, expected: SLOW }]], happenedAt, info);
});

test('an unreachable core is named, and no other party is blamed @own-core', async ({
  operator,
  core,
  page,
  pageErrors,
}, info) => {
  pageErrors.allow(
    { line: /^request failed: \S+ \S+ net::ERR_/, why: 'The core is away, and the page looks for it.' },
    { line: /^status 404: GET \S+\/memfs\//, why: 'The one that comes back has no playlist yet.' },
  );
  await ensureDemoChannel(await core.api(), { source: 'testsrc2', size: '320x180', fps: '10' });
  await operator.enter();
  await operator.sees('Live');
  await keepRecord(page);
  const happenedAt = Date.now();
  await core.kill();
  await untilSecond(page, happenedAt, 41);
  await conclude([['core', { page, errors: pageErrors, expected: CORE_GONE }]], happenedAt, info);
  // The restarted core ends orphaned processes.
  await core.restart();
});
