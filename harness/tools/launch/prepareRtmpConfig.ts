import { randomUUID } from 'node:crypto';
import path from 'node:path';
import * as z from 'zod';
import { openConfigFile } from '../../../server/config/configFile.ts';
import { createFirstConfig } from '../../../server/config/configSchema.ts';
import { machine } from '../../../server/config/machine.ts';
import { takeLock } from '../../../server/lock/index.ts';
import { hasRecords } from '../../../server/process/store/db.ts';
import type { Settings } from './settings.ts';
import { UserError } from './userError.ts';

const STANDARD_PORT = 1935;

interface RtmpSettings extends Pick<Settings, 'host' | 'rtmpPort'> {
  folder: string;
}

const Stored = z.looseObject({
  version: z.literal([1, 2, 3]).optional(),
  rtmp: z.looseObject({ enable: z.boolean(), address: z.string() }),
});

const portOf = (address: string) => address.slice(address.lastIndexOf(':') + 1);

const fileIn = (folder: string) => path.join(folder, 'config.json');

/** other: a config that the core itself must report. */
async function storedIn(folder: string): Promise<z.infer<typeof Stored> | 'none' | 'other'> {
  try {
    const text = await openConfigFile(fileIn(folder)).read();
    // A lost config is not a first start: a new one would open existing channels to strangers.
    if (text === null) return (await hasRecords(path.join(folder, 'db'))) ? 'other' : 'none';
    return Stored.parse(JSON.parse(text));
  } catch {
    return 'other';
  }
}

/** The RTMP port of this run; null if the server is off. */
export async function rtmpPortOf({ folder, rtmpPort }: RtmpSettings): Promise<number | null> {
  const stored = await storedIn(folder);
  if (typeof stored === 'string') return rtmpPort ?? STANDARD_PORT;
  if (!stored.rtmp.enable) return null;
  return rtmpPort ?? (Number(portOf(stored.rtmp.address)) || null);
}

/** 122 random bits in URL-safe characters. */
const randomToken = () => randomUUID().replaceAll('-', '');

/**
 * The first start enables RTMP with a token, because without one strangers could publish. Later starts only apply
 * HOST.
 */
export async function prepareRtmp(settings: RtmpSettings, token = randomToken()): Promise<void> {
  const file = fileIn(settings.folder);
  const lock = await takeLock(`${file}.lock`, { write: () => undefined }).catch((error: unknown) => {
    throw new UserError(error instanceof Error ? `Not started: ${error.message}` : String(error));
  });
  await prepareConfig(settings, token).finally(() => lock?.release());
}

async function prepareConfig({ folder, host, rtmpPort }: RtmpSettings, token: string): Promise<void> {
  const stored = await storedIn(folder);
  if (stored === 'other') return;
  const config = stored === 'none' ? createFirstConfig(new Date(), machine.memoryBytes()) : stored;
  const { rtmp } = config;
  const changed =
    stored === 'none'
      ? { ...rtmp, enable: true, address: `${host}:${rtmpPort ?? STANDARD_PORT}`, token }
      : { ...rtmp, address: `${host}:${portOf(rtmp.address)}` };
  if (stored !== 'none' && changed.address === rtmp.address) return;
  await openConfigFile(fileIn(folder)).write(`${JSON.stringify({ ...config, rtmp: changed }, null, 4)}\n`);
}
