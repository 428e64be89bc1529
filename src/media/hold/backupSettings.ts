import * as z from 'zod/mini';

export const MOST_BACKUPS = 3;
/** The same limit as for a text on the image: a name is for people. */
const MOST_CHARACTERS = 100;

/** A backup source of a channel. What it reads is in its process, see `backupProcess`. */
export interface BackupSource {
  /** The number of its process, from 1 on: it stays when the order changes. */
  id: number;
  name: string;
  /** `warm`: it runs with the channel. `demand`: it begins when the source is away. */
  mode: 'warm' | 'demand';
  /** Whether it is encoded to the format of the source. */
  encode: boolean;
}

const Stored = z.looseObject({ version: z.literal(1), backup: z.looseObject({ sources: z.array(z.unknown()) }) });
const Source = z.object({
  id: z.number(),
  name: z.catch(z.string(), ''),
  mode: z.catch(z.enum(['warm', 'demand']), 'warm'),
  encode: z.catch(z.boolean(), false),
});

/** From the global metadata of `agentKey`, in their order; none of a newer version. */
export function parseBackupSettings(stored: unknown): BackupSource[] {
  const sources = Stored.safeParse(stored).data?.backup.sources ?? [];
  const known = sources.slice(0, 100).flatMap((source): BackupSource[] => {
    const read = Source.safeParse(source).data;
    const isNumber = read !== undefined && Number.isInteger(read.id) && read.id >= 1 && read.id <= MOST_BACKUPS;
    return isNumber ? [{ ...read, name: read.name.slice(0, MOST_CHARACTERS) }] : [];
  });
  return known.filter(({ id }, index) => known.findIndex((one) => one.id === id) === index);
}

/** What is stored for the channel; keys of others stay. */
export function storeBackupSettings(before: unknown, sources: readonly BackupSource[]): object {
  const kept = keysOf(before);
  return { ...kept, version: 1, backup: { ...keysOf(kept.backup), sources } };
}

/** A number that none of them has; null: there are as many as there may be. */
export const freeBackupId = (sources: readonly Pick<BackupSource, 'id'>[]): number | null =>
  [1, 2, 3].find((id) => id <= MOST_BACKUPS && sources.every((source) => source.id !== id)) ?? null;

const keysOf = (stored: unknown): Readonly<Record<string, unknown>> => z.looseObject({}).safeParse(stored).data ?? {};
