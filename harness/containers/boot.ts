import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { createCore } from '../../src/api/client.ts';
import { operate, startDemoChannel } from '../demo/channel.ts';
import { freePort } from '../launch/ports.ts';
import { runVerb, UserError } from '../launch/userError.ts';
import { decode } from '../streams/decode.ts';
import { PATIENCE_MS } from '../testing/patience.ts';
import { openEngine } from './engine.ts';
import { SluiceContainer } from './sluice.ts';

const Variables = z.object({
  IMAGE: z.string('IMAGE is missing: the image to start'),
  /** Of an image for several machines. */
  PLATFORM: z.string().optional(),
  /** A file for the figures. */
  MARKDOWN: z.string().optional(),
});

const USER = { name: 'admin', password: 'started-for-a-test' };
/** Small, as a machine that is emulated has to make it. */
const PATTERN = { source: 'testsrc2', size: '320x180', fps: '5' };
const FRAMES = 25;
const LOOK_AGAIN_MS = 200;

const say = (line: string) => process.stdout.write(`${line}\n`);
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** An image as people meet it: it answers, a channel with a test pattern is set up in it, and its frames arrive. */
await runVerb(async () => {
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const read = Variables.safeParse(given);
  if (!read.success) throw new UserError(read.error.issues.map(({ message }) => message).join('. '));
  const { IMAGE, PLATFORM, MARKDOWN } = read.data;
  const engine = await openEngine({ here: true, asked: true });
  try {
    Object.assign(process.env, engine.environment);
    const sluice = new SluiceContainer(IMAGE, await freePort()).withRtmpPort(await freePort()).withUser(USER);
    if (PLATFORM !== undefined) sluice.onPlatform(PLATFORM);
    const running = await sluice.start();
    try {
      const began = performance.now();
      const core = createCore({ address: running.url });
      const tokens = await core.login({ body: { username: USER.name, password: USER.password } });
      core.setTokens({ access: tokens.access_token, refresh: tokens.refresh_token });
      const channel = await operate(core, (sluice) => startDemoChannel(sluice, PATTERN));
      const address = `${running.url}/memfs/${channel}.m3u8`;
      await appears(address);
      const live = performance.now() - began;
      await decode(['-i', address], 'video', FRAMES);
      const decoded = performance.now() - began;
      const machine = (await running.sh('uname -m')).trim();
      const size = await engine.docker('image', 'inspect', IMAGE, '--format', '{{.Size}}');
      const row = `| ${IMAGE} | ${machine} | ${Math.round(Number(size) / 1e6)} MB | ${seconds(running.bootMs)} | ${seconds(live)} | ${seconds(decoded)} (${FRAMES} frames) |`;
      say(row);
      if (MARKDOWN !== undefined) await writeFile(MARKDOWN, `${row}\n`);
    } catch (error) {
      process.stderr.write(running.log());
      throw error;
    } finally {
      await running.stop();
    }
  } finally {
    await engine.stop();
  }
});

async function appears(address: string): Promise<void> {
  const patience = performance.now() + PATIENCE_MS * 5;
  while (performance.now() < patience) {
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok && (await answer.text()).includes('#EXT')) return;
    await sleep(LOOK_AGAIN_MS);
  }
  throw new Error(`There is no ${address}`);
}
