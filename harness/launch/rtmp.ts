import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { initialConfig } from '../../server/config/defaults.ts';
import { writeAtomically } from '../../server/file.ts';
import type { Settings } from './settings.ts';

const STANDARD_PORT = 1935;

interface RtmpSettings extends Pick<Settings, 'host' | 'rtmpPort'> {
  /** Holds config.json of the core. */
  folder: string;
}

const Stored = z.looseObject({ rtmp: z.looseObject({ enable: z.boolean(), address: z.string() }) });

const portOf = (address: string) => address.slice(address.lastIndexOf(':') + 1);

const fileIn = (folder: string) => path.join(folder, 'config.json');

/** other: one that the core itself has to complain about. */
async function storedIn(folder: string): Promise<z.infer<typeof Stored> | 'none' | 'other'> {
  const text = await readFile(fileIn(folder), 'utf8').catch(() => null);
  if (text === null) return 'none';
  try {
    return Stored.parse(JSON.parse(text));
  } catch {
    return 'other';
  }
}

/** The port that the RTMP server of this run will want; null when it is switched off. */
export async function rtmpPortOf({ folder, rtmpPort }: RtmpSettings): Promise<number | null> {
  const stored = await storedIn(folder);
  if (typeof stored === 'string') return rtmpPort ?? STANDARD_PORT;
  if (!stored.rtmp.enable) return null;
  return rtmpPort ?? (Number(portOf(stored.rtmp.address)) || null);
}

/**
 * A first start has the RTMP server on. From then on its settings are the operator's, who changes them in the
 * interface; only where it can be reached from follows HOST, which is a promise of every start.
 */
export async function prepareRtmp({ folder, host, rtmpPort }: RtmpSettings): Promise<void> {
  const stored = await storedIn(folder);
  if (stored === 'other') return;
  const config = stored === 'none' ? initialConfig(new Date()) : stored;
  const { rtmp } = config;
  const changed =
    stored === 'none'
      ? { ...rtmp, enable: true, address: `${host}:${rtmpPort ?? STANDARD_PORT}` }
      : { ...rtmp, address: `${host}:${portOf(rtmp.address)}` };
  if (stored !== 'none' && changed.address === rtmp.address) return;
  await writeAtomically(fileIn(folder), `${JSON.stringify({ ...config, rtmp: changed }, null, 4)}\n`);
}
