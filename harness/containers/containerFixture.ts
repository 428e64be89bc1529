import { randomUUID } from 'node:crypto';
import { chmod, chown, mkdir, rm } from 'node:fs/promises';
import { getContainerRuntimeClient } from 'testcontainers';
import { afterEach } from 'vitest';
import { type Core, createCoreClient } from '../../src/api/client.ts';
import { testTempDir } from '../test/core/testTempDir.ts';
import { PATIENCE_MS } from '../test/testing/machineSlowness.ts';
import { freePort } from '../tools/launch/ports.ts';
import { ALL_IN_ONE } from './buildImages.ts';
import type { RunningSluice } from './runningContainer.ts';
import { SluiceContainer } from './sluiceContainer.ts';

export const USER = { name: 'admin', password: 'container-secret' };
export const HEALTH = { timeout: PATIENCE_MS };
const NOBODY_SPECIAL = 10_001;

export function containerFixture() {
  const cleanup: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const cleanUp of cleanup.splice(0).toReversed()) await cleanUp();
  });

  async function volume(DriverOpts: Record<string, string> = {}): Promise<string> {
    const { dockerode } = (await getContainerRuntimeClient()).container;
    const Name = `sluice-${randomUUID()}`;
    await dockerode.createVolume({ Name, Driver: 'local', DriverOpts });
    cleanup.push(() => dockerode.getVolume(Name).remove());
    return Name;
  }

  return {
    container: async (image: string) => new SluiceContainer(image, await freePort()).withRtmpPort(await freePort()),

    async started(sluice: SluiceContainer): Promise<RunningSluice> {
      const running = await sluice.start();
      cleanup.push(() => running.kill().catch(() => {}));
      return running;
    },

    volume,

    volumes: async () => ({ config: await volume(), data: await volume() }),

    /** A tmpfs volume. Its contents disappear with its last container. */
    smallVolume: (bytes: number): Promise<string> => {
      const o = `size=${bytes},uid=${NOBODY_SPECIAL},gid=${NOBODY_SPECIAL}`;
      return volume({ type: 'tmpfs', device: 'tmpfs', o });
    },

    /** Folders on the host; the `owned` ones belong to the images' user. */
    async folders(owned: readonly ('config' | 'data')[]) {
      const folder = testTempDir();
      cleanup.push(() => rm(folder, { recursive: true, force: true }));
      const places = { config: `${folder}/config`, data: `${folder}/data` };
      for (const folder of Object.values(places)) await mkdir(folder);
      // Only root can change the owner.
      for (const name of owned)
        await chown(places[name], NOBODY_SPECIAL, NOBODY_SPECIAL).catch(() => chmod(places[name], 0o777));
      return places;
    },

    afterwards: (end: () => Promise<unknown>) => void cleanup.push(end),
  };
}

/** Base image of the all-in-one, from its label. */
export async function baseOfAllInOne(): Promise<string> {
  const { dockerode } = (await getContainerRuntimeClient()).container;
  const { Config } = await dockerode.getImage(ALL_IN_ONE).inspect();
  return (Config.Labels['org.opencontainers.image.base.name'] ?? '').split('@')[0] ?? '';
}

export async function apiOf(running: Pick<RunningSluice, 'url'>): Promise<Core> {
  const core = createCoreClient({ address: running.url });
  const { access_token, refresh_token } = await core.login({ body: { username: USER.name, password: USER.password } });
  core.setTokens({ access: access_token, refresh: refresh_token });
  return core;
}

const PICTURE = { address: 'testsrc=size=64x64:rate=5', options: ['-re', '-f', 'lavfi'] };

export const picture = (id: string, output = { address: '-', options: ['-f', 'null'] }) => ({
  id,
  type: 'ffmpeg' as const,
  reference: id,
  input: [{ id: 'in', ...PICTURE }],
  output: [{ id: 'out', ...output }],
  options: [],
  reconnect: true,
  reconnect_delay_seconds: 1,
  autostart: true,
  stale_timeout_seconds: 0,
});
