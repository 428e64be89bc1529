import { refusingRtmpReceiver } from '../../harness/streams/refusingRtmpReceiver.ts';
import type { Push } from '../../harness/streams/rtmpPush.ts';
import { operate } from '../../harness/tools/demo/demoChannel.ts';
import { playlistPath } from '../../src/media/hls/hlsFiles.ts';
import { Channels } from '../pages/channelList.ts';
import { Operator } from '../pages/operator.ts';
import { Publications } from '../pages/publications.ts';
import { hastyOf, judgeSentences, keepRecord, untilSecond } from '../support/browser/channelPageRecord.ts';
import { type AllowedError, watchPageErrors } from '../support/browser/pageErrors.ts';
import { busyMachine } from '../support/busyMachine.ts';
import { storeChannel } from '../support/storedChannel.ts';
import type { Situation } from '../support/verdictExpectations.ts';
import { AT_EASE, UNDER_LOAD } from '../support/verdictExpectationsUnderLoad.ts';
import { expect, test } from '../test.ts';

test.use({ trace: 'off', contextOptions: { reducedMotion: 'reduce' } });

const unavailable: AllowedError = {
  line: /^(request failed: GET \S+|status 404: GET \S+\/(memfs|v3\/fs\/mem)\/|status 400: PUT \S+_snapshot\/command)/,
  why: 'What is played is gone, and a machine without time is late.',
};
const ENCODED = ['-codec:v', 'libx264', '-preset', 'ultrafast', '-r', '10', '-g', '20', '-pix_fmt', 'yuv420p'];

const cases: readonly [string, Readonly<Record<string, Situation>>, boolean][] = [
  ['on a machine without time', UNDER_LOAD, true],
  ['on a machine with time', AT_EASE, false],
];

for (const [where, situations, busy] of cases) {
  test(`${where} the verdict names the party at fault and stays readable @own-core @timed`, async ({
    operator,
    core,
    context,
    page,
    sources,
    api,
  }) => {
    test.slow();
    const { config } = await api.config();
    const struck = await refusingRtmpReceiver();
    const all = Object.entries(situations);
    const push = new Map<string, Push>();
    const channels = new Map<string, string>();
    for (const [name, { picture }] of all) {
      push.set(name, sources.push(`rtmp://${config.rtmp?.address}/${name}`, picture));
      const plan = { name, source: { push: name }, process: { delay: 5 }, video: ENCODED };
      channels.set(name, await storeChannel(api, core, plan));
    }
    await operate(api, async (sluice) => {
      for (const [name, { sentTo }] of all) {
        if (!sentTo) continue;
        const settings = { address: `${struck.host}/takes/key` };
        const channel = channels.get(name) ?? '';
        const id = await sluice.addPublication({ channel, name, service: 'rtmp', settings });
        await expect.poll(async () => (await fetch(`${core.url}/${playlistPath(channel, 'memfs')}`)).status).toBe(200);
        await api.processCommand({ id, body: { command: 'start' } });
      }
    });
    await operator.enter();
    await expect(operator.channelButton).toBeVisible();
    await page.goto('about:blank');
    const pages = new Map<string, Operator>();
    for (const [name, { sentTo }] of all) {
      const tab = await context.newPage();
      watchPageErrors(tab).allow(unavailable);
      const watched = new Operator(tab, core);
      await watched.open();
      await new Channels(watched).select(channels.get(name) ?? '');
      await watched.sees('Live');
      if (sentTo) await new Publications(tab).isLive(name);
      await watched.button('Hide preview').click();
      pages.set(name, watched);
    }
    const load = busy ? busyMachine() : null;
    try {
      await Promise.all([...pages.values()].map(({ page: tab }) => keepRecord(tab)));
      const happenedAt = Date.now();
      push.get('stalled')?.freeze();
      push.get('few')?.spoil('few');
      await struck[Symbol.asyncDispose]();
      await untilSecond(page, happenedAt, 41);
      const wrong: string[] = [];
      for (const [name, expected] of all) {
        const tab = pages.get(name)?.page;
        if (!tab) continue;
        const found = await judgeSentences(tab, happenedAt, expected);
        wrong.push(...[...found.wrong, ...(await hastyOf(tab))].map((line) => `${name}, ${line}`));
      }
      expect(wrong).toEqual([]);
    } finally {
      await load?.[Symbol.asyncDispose]();
    }
  });
}
