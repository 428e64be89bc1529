import path from 'node:path';
import { type Core, createCoreClient } from '../../../src/api/client.ts';
import { requirePort } from './ports.ts';
import { prepareRtmp, rtmpPortOf } from './prepareRtmpConfig.ts';
import { requireFfmpeg } from './requireFfmpeg.ts';
import { coreEnvironment, interfaceAddress, type Settings } from './settings.ts';
import { startCore } from './startCore.ts';
import { UserError } from './userError.ts';

export async function requireFreePorts(settings: Settings & { folder: string }): Promise<void> {
  const { host, port } = settings;
  await requireFfmpeg();
  await requirePort(host, port, 'PORT');
  const rtmpPort = await rtmpPortOf(settings);
  if (rtmpPort !== null) await requirePort(host, rtmpPort, 'RTMP_PORT');
}

interface Serve extends Settings {
  /** Data of the core, kept between starts. */
  folder: string;
  user?: { name: string; password: string };
  /** Called once when the interface responds. Everything it starts is stopped with the run. */
  ready(core: Core): Promise<void>;
}

export async function serve({ ready, ...settings }: Serve): Promise<void> {
  const address = interfaceAddress(settings);
  const logFile = path.join(settings.folder, 'core.log');
  const stopSignal = new Promise<'asked'>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve('asked'));
  });
  await prepareRtmp(settings);
  const core = await startCore({
    environment: coreEnvironment({ ...settings, ui: 'dist' }),
    answering: [new URL('/ping', address).href, address],
    logFile,
  });
  try {
    const end = await Promise.race([
      ready(createCoreClient({ address: new URL(address).origin })).then(() => Promise.race([core.ended, stopSignal])),
      core.ended,
      stopSignal,
    ]);
    if (end !== 'asked') throw new UserError(`The core stopped unexpectedly (${end}). The end of ${logFile} says why.`);
    process.stdout.write('\nStopping ...\n');
  } finally {
    await core.stop();
  }
}
