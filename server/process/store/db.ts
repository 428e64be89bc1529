import { join } from 'node:path';
import * as z from 'zod';
import { isJsonObject, type KeptFile, keptFile, type OnRestored } from '../../util/keptFile.ts';
import type { ProcessConfig } from './processConfig.ts';

/** Times in Unix seconds. */
export interface StoredProcess {
  readonly config: ProcessConfig;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly order: 'start' | 'stop';
}

export interface DbContent {
  readonly processes: readonly StoredProcess[];
  readonly metadata: ReadonlyMap<string, unknown>;
  readonly processMetadata: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
}

const MEBIBYTE = 1024 * 1024;
const VERSION = 4;

// The real core's file format: operators move the folder between the cores.
const strings = z.array(z.string()).nullish();
const count = z.number().min(0).default(0);
const StoredInput = z.object({ id: z.string(), address: z.string(), options: strings });
const StoredCleanupRule = z.object({
  pattern: z.string().default(''),
  max_files: count,
  max_file_age_seconds: count,
  purge_on_delete: z.boolean().default(false),
});
const StoredConfig = z.object({
  id: z.string(),
  reference: z.string().default(''),
  input: z.array(StoredInput),
  output: z.array(StoredInput.extend({ cleanup: z.array(StoredCleanupRule).nullish() })),
  options: strings,
  reconnect: z.boolean().default(false),
  reconnect_delay_seconds: count,
  autostart: z.boolean().default(false),
  stale_timeout_seconds: count,
  limit_cpu_usage: count,
  limit_memory_bytes: count,
  limit_waitfor_seconds: count,
});
/** An object as a list of entries, because a record would drop the key `__proto__`. */
const entries = <T extends z.ZodType>(value: T) =>
  z.preprocess(
    (value) => (typeof value === 'object' && value !== null ? Object.entries(value) : value),
    z.array(z.tuple([z.string(), value])),
  );
const File = z.object({
  version: z.literal(VERSION),
  process: entries(
    z.object({ config: StoredConfig, created_at: count, updated_at: count, order: z.enum(['start', 'stop']) }),
  ).nullish(),
  metadata: z
    .object({ system: entries(z.unknown()).nullish(), process: entries(entries(z.unknown())).nullish() })
    .nullish(),
});

const FileOfAnotherVersion = z.object({ version: z.number().refine((version) => version !== VERSION) });

/** A file of another version may be intact, and must not be replaced by an older core's copy. */
function isWhole(text: string): boolean {
  if (!isJsonObject(text)) return false;
  const document: unknown = JSON.parse(text);
  return FileOfAnotherVersion.safeParse(document).success || File.safeParse(document).success;
}

const EMPTY: DbContent = { processes: [], metadata: new Map(), processMetadata: new Map() };

export interface Db extends Pick<KeptFile, 'ensureCopy'> {
  /** Throws a sentence if neither the file nor its copy can be used: nothing is overwritten then. */
  read(): Promise<DbContent>;
  /** Atomic: a crash leaves the old or the new file. */
  write(content: DbContent): Promise<void>;
}

export function openDb(dbDir: string, onRestored: OnRestored = () => undefined): Db {
  const path = join(dbDir, 'db.json');
  const file = keptFile(path, { content: 'channels', isWhole, onRestored, restoresMissing: true });
  return {
    async read() {
      const text = await file.read();
      if (text === null) return EMPTY;
      try {
        return contentOf(File.parse(JSON.parse(text)));
      } catch (error) {
        const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
        throw new Error(
          `${path} is not a process database of version ${VERSION}. Move it away to start anew. ${reason}`,
        );
      }
    },
    write: (content) => file.write(textOf(content)),
    ensureCopy: file.ensureCopy,
  };
}

function contentOf({ process, metadata }: z.infer<typeof File>): DbContent {
  return {
    processes: (process ?? []).map(([, { config, created_at, updated_at, order }]) => ({
      createdAt: created_at,
      updatedAt: updated_at,
      order,
      config: {
        id: config.id,
        type: 'ffmpeg',
        reference: config.reference,
        input: config.input.map(({ id, address, options }) => ({ id, address, options: options ?? [] })),
        output: config.output.map(({ id, address, options, cleanup }) => ({
          id,
          address,
          options: options ?? [],
          ...(cleanup && cleanup.length > 0 ? { cleanup } : {}),
        })),
        options: config.options ?? [],
        reconnect: config.reconnect,
        reconnect_delay_seconds: config.reconnect_delay_seconds,
        autostart: config.autostart,
        stale_timeout_seconds: config.stale_timeout_seconds,
        limits: {
          cpu_usage: config.limit_cpu_usage,
          memory_mbytes: Math.floor(config.limit_memory_bytes / MEBIBYTE),
          waitfor_seconds: config.limit_waitfor_seconds,
        },
      },
    })),
    metadata: new Map(metadata?.system),
    processMetadata: new Map(metadata?.process?.map(([id, values]) => [id, new Map(values)])),
  };
}

function textOf({ processes, metadata, processMetadata }: DbContent): string {
  return JSON.stringify({
    version: VERSION,
    process: Object.fromEntries(
      processes.map(({ config: { type: _, limits, ...config }, createdAt, updatedAt, order }) => [
        config.id,
        {
          id: config.id,
          reference: config.reference,
          config: {
            ...config,
            limit_cpu_usage: limits.cpu_usage,
            limit_memory_bytes: limits.memory_mbytes * MEBIBYTE,
            limit_waitfor_seconds: limits.waitfor_seconds,
          },
          created_at: createdAt,
          updated_at: updatedAt,
          order,
        },
      ]),
    ),
    metadata: {
      system: Object.fromEntries(metadata),
      process: Object.fromEntries([...processMetadata].map(([id, values]) => [id, Object.fromEntries(values)])),
    },
  });
}

export async function hasRecords(dbDir: string, onRestored?: OnRestored): Promise<boolean> {
  const { processes, metadata } = await openDb(dbDir, onRestored).read();
  return processes.length > 0 || metadata.size > 0;
}
