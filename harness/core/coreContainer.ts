import { chown, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { RunningSluice } from '../containers/runningContainer.ts';
import { SluiceContainer } from '../containers/sluiceContainer.ts';
import { prepareRtmp } from '../tools/launch/prepareRtmpConfig.ts';
import type { CoreAddress, Program } from './restartableCoreTypes.ts';

const USER = 10_001;

/** Runs the core of an image. Each start uses a new container with the same volumes. */
export async function inContainer({ folder, port, rtmpPort, user }: CoreAddress, image: string): Promise<Program> {
  const volumes = { config: path.join(folder, 'config'), data: path.join(folder, 'data') };
  await mkdir(volumes.data);
  // In the config instead of the environment, because journeys change these settings.
  await prepareRtmp({ folder: volumes.config, host: '127.0.0.1', rtmpPort }, '');
  const container = new SluiceContainer(image, port).withVolumes(volumes);
  if (user !== null) container.withUser(user);
  if (process.getuid?.() === 0) {
    for (const file of [volumes.data, volumes.config, path.join(volumes.config, 'config.json')])
      await chown(file, USER, USER);
  } else {
    // Run as this user, so that the test can remove the files.
    container.runsAs(`${process.getuid?.()}:${process.getgid?.()}`);
  }
  let running: RunningSluice | null = null;
  const endCore = async (end: (core: RunningSluice) => Promise<unknown>) => {
    const core = running;
    running = null;
    if (core !== null) await end(core);
  };
  return {
    async start() {
      running = await container.start();
    },
    stop: () => endCore((core) => core.stop()),
    kill: () => endCore((core) => core.kill()),
    log: async () => container.log(),
  };
}
