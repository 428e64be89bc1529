import { setTimeout as sleep } from 'node:timers/promises';
import { createCoreClient } from '../../src/api/client.ts';
import { decode } from '../streams/decode.ts';
import { PATIENCE_MS } from '../test/testing/machineSlowness.ts';
import { operate, startDemoChannel } from '../tools/demo/demoChannel.ts';
import { freePort } from '../tools/launch/ports.ts';
import type { Engine } from './engine.ts';
import { SluiceContainer } from './sluiceContainer.ts';

const USER = { name: 'admin', password: 'started-for-a-test' };
/** Small enough for an emulated machine. */
export const PATTERN = { source: 'testsrc2', size: '320x180', fps: '5' };
const FRAMES = 25;
const RECHECK_MS = 200;

export const BOOT_HEADING = [
  `| image | processor | size | start until it answers | then until a channel is live | then until ${FRAMES} frames are decoded |`,
  '| ----- | --------- | ---- | ---------------------- | ---------------------------- | ------------------------------------- |',
];
const formatSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/**
 * Waits for frames of a test pattern. Returns a row below BOOT_HEADING. `platform`: of a multi-platform or emulated
 * image.
 */
export async function bootImage(engine: Engine, image: string, platform: string | undefined): Promise<string> {
  Object.assign(process.env, engine.environment);
  const sluice = new SluiceContainer(image, await freePort()).withRtmpPort(await freePort()).withUser(USER);
  if (platform !== undefined) sluice.onPlatform(platform);
  const running = await sluice.start();
  try {
    const startedAt = performance.now();
    const core = createCoreClient({ address: running.url });
    const tokens = await core.login({ body: { username: USER.name, password: USER.password } });
    core.setTokens({ access: tokens.access_token, refresh: tokens.refresh_token });
    const channel = await operate(core, (operator) => startDemoChannel(operator, PATTERN));
    const address = `${running.url}/memfs/${channel}.m3u8`;
    await appears(address);
    const live = performance.now();
    await decode(['-i', address], 'video', FRAMES);
    const decoded = performance.now();
    const machine = (await running.sh('uname -m')).trim();
    const bytes = await engine.docker('image', 'inspect', image, '--format', '{{.Size}}');
    const size = `${Math.round(Number(bytes) / 1e6)} MB`;
    return `| \`${image}\` | ${machine} | ${size} | ${formatSeconds(running.bootMs)} | ${formatSeconds(live - startedAt)} | ${formatSeconds(decoded - live)} |`;
  } catch (error) {
    process.stderr.write(running.log());
    throw error;
  } finally {
    await running.stop();
  }
}

export async function appears(address: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS * 5;
  while (performance.now() < deadline) {
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok && (await answer.text()).includes('#EXT')) return;
    await sleep(RECHECK_MS);
  }
  throw new Error(`There is no ${address}`);
}
