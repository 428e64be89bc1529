import * as z from 'zod/mini';

export const MOST_BACKUPS = 3;
const MOST_CHARACTERS = 100;

/** Its input is stored in its process, see `backupProcess`. */
export interface BackupSource {
  /** From 1; keeps its value when the order changes. */
  id: number;
  name: string;
  /** `warm`: runs with the channel; `demand`: starts when the source is down. */
  mode: 'warm' | 'demand';
  encode: boolean;
}

const Stored = z.looseObject({ version: z.literal(1), backup: z.looseObject({ sources: z.array(z.unknown()) }) });
const Source = z.object({
  id: z.number(),
  name: z.catch(z.string(), ''),
  mode: z.catch(z.enum(['warm', 'demand']), 'warm'),
  encode: z.catch(z.boolean(), false),
});

/** Reads the global metadata of `agentKey`. Empty if a newer version has written it. */
export function parseBackupSettings(stored: unknown): BackupSource[] {
  const sources = Stored.safeParse(stored).data?.backup.sources ?? [];
  const valid = sources.slice(0, 100).flatMap((source): BackupSource[] => {
    const read = Source.safeParse(source).data;
    const isNumber = read !== undefined && Number.isInteger(read.id) && read.id >= 1 && read.id <= MOST_BACKUPS;
    return isNumber ? [{ ...read, name: read.name.slice(0, MOST_CHARACTERS) }] : [];
  });
  return valid.filter(({ id }, index) => valid.findIndex((other) => other.id === id) === index);
}

/** Keeps keys of other programs. */
export function storeBackupSettings(before: unknown, sources: readonly BackupSource[]): object {
  const stored = keysOf(before);
  return { ...stored, version: 1, backup: { ...keysOf(stored.backup), sources } };
}

/** Null if all numbers are in use. */
export const freeBackupId = (sources: readonly Pick<BackupSource, 'id'>[]): number | null =>
  [1, 2, 3].find((id) => id <= MOST_BACKUPS && sources.every((source) => source.id !== id)) ?? null;

const keysOf = (stored: unknown): Readonly<Record<string, unknown>> => z.looseObject({}).safeParse(stored).data ?? {};
