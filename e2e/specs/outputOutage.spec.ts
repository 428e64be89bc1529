import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CoreUnderTest } from '../../harness/core/coreUnderTest.ts';
import { type RtmpReceiver, rtmpReceiver } from '../../harness/test/receivers/rtmpReceiver.ts';
import { freePort } from '../../harness/tools/launch/ports.ts';
import { egressesOf, MODEST } from '../support/channels.ts';
import { REAL_FFMPEGS } from '../support/ffmpegsUnderTest.ts';
import { test as base, expect } from '../test.ts';

/** The receiver fails this long after its first session started, and returns after the same time. */
const OUTAGE_MS = 20_000;
const PICTURES_AFTERWARDS = 50;
const PICTURE_MS = 1000 / Number(MODEST.fps);
/** Shorter than a broken connection lasts, even on a slow machine. */
const STEADY_MS = 5000;

/** Starts with the port closed. After `opens`, fails and returns by itself. */
async function receiverWithOutage() {
  const port = await freePort();
  let now: RtmpReceiver | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isBack = false;
  const after = (act: () => Promise<void>) => {
    timer = setTimeout(() => void act(), OUTAGE_MS);
  };
  const closes = async () => {
    await now?.[Symbol.asyncDispose]();
    now = null;
  };
  const opens = async () => {
    now = await rtmpReceiver(port);
  };
  return {
    host: `127.0.0.1:${port}`,
    opens,
    sends: () => (now?.pictures().flat().length ?? 0) > 0,
    failsFromNow: () =>
      after(async () => {
        await closes();
        after(async () => {
          await opens();
          isBack = true;
        });
      }),
    picturesAfterwards: () => (isBack ? (now?.pictures().flat().length ?? 0) : 0),
    async [Symbol.asyncDispose]() {
      clearTimeout(timer);
      await closes();
    },
  };
}

const stepsOf = (timestamps: readonly number[]) => timestamps.slice(1).map((at, i) => at - (timestamps[i] ?? 0));

async function isRefused(core: CoreUnderTest, host: string): Promise<boolean> {
  const processes = await egressesOf(core);
  return processes.some(
    ({ config, state }) =>
      config &&
      config !== 'unread' &&
      config.output.some(({ address }) => address.includes(host)) &&
      state?.exec === 'failed',
  );
}

for (const { name, program } of REAL_FFMPEGS)
  for (const [failing, other] of [
    ['backup', 'primary'],
    ['primary', 'backup'],
  ] as const) {
    const test = base.extend({
      environment: async ({ user: _ }, use) => {
        const folder = await mkdtemp(path.join(tmpdir(), 'sluice-ffmpeg-'));
        await use({ CORE_FFMPEG_BINARY: await program(folder) });
        await rm(folder, { recursive: true });
      },
    });

    test(`the ${failing} output is rejected, fails after 20 s and returns after 40 s: the ${other} output sends each frame in one session: ${name} @own-core @this-machine`, async ({
      core,
      page,
      liveChannel: _,
      publications,
    }) => {
      test.slow();
      await using steady = await rtmpReceiver();
      await using faulty = await receiverWithOutage();
      const [primary, backup] = failing === 'backup' ? [steady, faulty] : [faulty, steady];
      await publications.add('Dacast');
      await publications.field('Server').fill(`rtmp://${primary.host}/takes`);
      await publications.field('Username').fill('u');
      await publications.field('Password').fill('p');
      await publications.field('Stream key').fill('key');
      await page.getByRole('switch', { name: 'Backup server' }).press('Space');
      await publications.field('Backup server URL').fill(`rtmp://${backup.host}/takes`);
      await publications.saveAs('Match');
      await publications.switch('Match').check();
      await expect.poll(() => steady.pictures().flat().length).toBeGreaterThan(0);
      await page.close();

      await expect.poll(() => isRefused(core, faulty.host)).toBe(true);
      await faulty.opens();
      await expect.poll(faulty.sends).toBe(true);
      faulty.failsFromNow();
      await expect.poll(faulty.picturesAfterwards).toBeGreaterThan(PICTURES_AFTERWARDS);

      const [sent = [], ...more] = steady.pictures();
      const steps = stepsOf(sent);
      const figures = {
        ...{ sessions: steady.sessions(), pictures: sent.length, longestStepMs: Math.max(...steps) },
        longestGapMs: steady.longestGapMs(),
      };
      test.info().annotations.push({ type: 'figures', description: JSON.stringify(figures) });
      expect(more).toEqual([]);
      expect(steps.filter((ms) => ms > 1.5 * PICTURE_MS)).toEqual([]);
      expect(sent.length * PICTURE_MS).toBeGreaterThan(2 * OUTAGE_MS);
      expect(steady.longestGapMs()).toBeLessThan(STEADY_MS);
    });
  }
