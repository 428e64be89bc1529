import * as z from 'zod/mini';
import { Config } from '../../api/answers/config.ts';
import { ProcessConfig } from '../../api/answers/process.ts';
import { isGroup } from '../stored/storedSchemas.ts';
import { BUNDLE_LIMITS, type BundleFault } from './bundle.ts';
import { coreServersOf } from './coreServers.ts';
import { movesWithInstallation } from './globalKeys.ts';
import type { Installation, InstalledProcess } from './installation.ts';
import { isLasting } from './processOrder.ts';

/** The file in which a core stores processes and metadata, `config/db.json`. All releases since 16.0 write version 4. */
const VERSION = 4;

const MEBIBYTE = 1_048_576;
const amount = z._default(z.number(), 0);

const Limits = z.looseObject({ limit_cpu_usage: amount, limit_memory_bytes: amount, limit_waitfor_seconds: amount });

/** The API has other names and units for limits. */
function asInApi(stored: unknown): unknown {
  const limits = Limits.safeParse(stored).data;
  if (!limits) return stored;
  const { limit_cpu_usage, limit_memory_bytes, limit_waitfor_seconds, ...config } = limits;
  return {
    ...config,
    limits: {
      cpu_usage: limit_cpu_usage,
      memory_mbytes: Math.floor(limit_memory_bytes / MEBIBYTE),
      waitfor_seconds: limit_waitfor_seconds,
    },
  };
}

const StoredProcess = z.object({
  id: z.string(),
  reference: z._default(z.string(), ''),
  order: z.catch(z.enum(['start', 'stop']), 'stop'),
  config: z.pipe(z.transform(asInApi), ProcessConfig),
});

const Metadata = z.record(z.string(), z.unknown());
const Database = z.object({
  version: z.literal(VERSION),
  process: z.nullable(z.record(z.string(), StoredProcess)),
  metadata: z.object({ system: z.nullish(Metadata), process: z.nullish(z.record(z.string(), z.nullable(Metadata))) }),
});

export const isDatabase = (raw: Readonly<Record<string, unknown>>): boolean =>
  typeof raw.version === 'number' && 'process' in raw && isGroup(raw.metadata);

export type DatabaseReading =
  | { readonly status: 'readable'; readonly installation: Installation }
  | { readonly status: 'refused'; readonly fault: BundleFault };

/** Reads processes and metadata. Files and servers are stored elsewhere. */
export function readDatabase(raw: Readonly<Record<string, unknown>>): DatabaseReading {
  if (typeof raw.version === 'number' && raw.version > VERSION)
    return { status: 'refused', fault: { kind: 'newer', version: `db ${raw.version}` } };
  const read = Database.safeParse(raw);
  if (!read.success)
    return { status: 'refused', fault: { kind: 'invalid', at: read.error.issues[0]?.path.join('.') ?? '' } };
  const { process, metadata } = read.data;
  const stored = Object.entries(process ?? {});
  if (stored.length > BUNDLE_LIMITS.entries)
    return { status: 'refused', fault: { kind: 'large', of: 'entries', limit: BUNDLE_LIMITS.entries } };
  const processes = stored.map(
    ([id, { reference, order, config }]): InstalledProcess => ({
      ...{ id, reference, order },
      config: { ...config, id, reference },
      metadata: present(metadata.process?.[id] ?? {}),
    }),
  );
  const moving = Object.entries(present(metadata.system ?? {})).filter(([key]) => movesWithInstallation(key));
  return {
    status: 'readable',
    installation: {
      processes: processes.filter(isLasting),
      metadata: Object.fromEntries(moving),
      files: [],
      servers: coreServersOf(Config.parse({})),
    },
  };
}

const present = (metadata: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null && value !== undefined));
