import * as z from 'zod/mini';
import { METADATA_KEY } from '../../api/processIds.ts';
import { takeProcessSecrets, takeValueSecrets, withoutPlaceholders } from '../bundle/bundleSecrets.ts';
import { sha256Of, sortKeys } from '../bundle/canonicalText.ts';
import { isPublicKey } from '../bundle/globalKeys.ts';
import type { CoreFacts } from '../bundle/importPlan.ts';
import type { Installation, InstalledFile, InstalledProcess } from '../bundle/installation.ts';
import { entryOf } from '../revision/storedEntries.ts';
import { isGroup } from '../stored/storedSchemas.ts';

/*
 * The record of a declared installation, by `entryKey`. Hashes of the declaration and of what the core stored afterwards
 * tell its changes from those of operators, without the declaration at hand.
 */

const Entry = z.object({
  /** Of a channel or publication, as operators see it; the key or path of anything else. */
  name: z.string(),
  /** '' if it belongs to no channel. */
  channel: z.string(),
  /** Hash of the declaration. */
  declared: z.string(),
  /** Fingerprint of what the core stored afterwards. */
  stored: z.string(),
  /** Declared state of a process. */
  order: z.nullable(z.enum(['start', 'stop'])),
  /** Declared keys of metadata, as other programs may add their own. */
  parts: z.array(z.string()),
  /** Whether its secrets are declared. Those of the core may change at any time. */
  secrets: z.boolean(),
});
export type DeclaredEntry = z.infer<typeof Entry>;

const Text = z.object({ text: z.string(), values: z.array(z.string()) });

const StoredRecord = z.object({
  version: z.literal(1),
  /** Milliseconds since 1970, by the clock of the writer: the last time that something was applied or refused. */
  at: z.number(),
  entries: z.record(z.string(), Entry),
  /** Why the last declaration was refused as a whole. `place`: its file or folder. */
  fault: z.nullable(z.object({ place: z.string(), ...Text.shape })),
  /** Keys of what was changed both in the declaration and here, and so not applied. */
  conflicts: z.array(z.string()),
  /** Keys of settings that were not applied, as their secret is missing. */
  incomplete: z._default(z.array(z.string()), []),
  /** Why the last application stopped; null if it did not. */
  failure: z.nullable(z.string()),
});
export type DeclaredRecord = z.infer<typeof StoredRecord>;

/** Null without a declared installation, or with one of a newer version. */
export const parseDeclaredRecord = (raw: unknown): DeclaredRecord | null => StoredRecord.safeParse(raw).data ?? null;

export const fingerprintOf = (value: unknown): string => sha256Of(JSON.stringify(sortKeys(value))).slice(0, 20);

/** Cores and releases add settings, whose empty values are no difference. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isGroup(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, withoutEmpty(item)] as const);
  return Object.fromEntries(entries.filter(([, item]) => !isEmpty(item)));
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === 0 ||
  value === false ||
  (Array.isArray(value) && value.length === 0) ||
  (isGroup(value) && Object.keys(value).length === 0);

export const withoutEmptyIn = ({ config, metadata }: Pick<InstalledProcess, 'config' | 'metadata'>) => ({
  config: withoutEmpty(config),
  metadata,
});

const pick = (value: Readonly<Record<string, unknown>>, keys: readonly string[]) =>
  Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(value, key) ? [[key, value[key]]] : [])));

/** An operator who enters a missing secret changes nothing that is declared. */
function withoutMissing({ [METADATA_KEY]: own, ...others }: InstalledProcess['metadata']) {
  if (!isGroup(own)) return { [METADATA_KEY]: own, ...others };
  const { missingSecrets: _, ...declared } = own;
  return { [METADATA_KEY]: declared, ...others };
}

/** What is compared of a process: not whether it runs, and no secrets that the core may change. */
export function processFingerprint(
  process: InstalledProcess,
  { parts, secrets }: Pick<DeclaredEntry, 'parts' | 'secrets'>,
  secretsOf: CoreFacts['secretsOf'],
): string {
  const own = { ...process, metadata: pick(withoutMissing(process.metadata), parts) };
  if (secrets) return fingerprintOf(withoutEmptyIn(own));
  const blind = takeProcessSecrets(own, secretsOf(process)).process;
  // Without its secret it does not start with the core, until an operator has entered it.
  const config = { ...blind.config, autostart: false };
  return fingerprintOf(withoutPlaceholders(withoutEmptyIn({ ...blind, config })));
}

export function settingFingerprint(
  key: string,
  value: unknown,
  { parts, secrets }: Pick<DeclaredEntry, 'parts' | 'secrets'>,
): string {
  const own = key === METADATA_KEY && isGroup(value) ? pick(value, parts) : value;
  return fingerprintOf(secrets || isPublicKey(key) ? own : withoutPlaceholders(takeValueSecrets(own).value));
}

/** Size and hash, which is empty if the file was not read. */
export const fileFingerprint = ({ size, sha256 }: InstalledFile): string => `${size} ${sha256 ?? ''}`;

function isSameFile(stored: string, file: InstalledFile): boolean {
  const [size, sha256 = ''] = stored.split(' ');
  return size === String(file.size) && (sha256 === '' || file.sha256 === null || sha256 === file.sha256);
}

export type EntryState = 'same' | 'changed' | 'removed';

/** Compares what the core stores with what it stored after the last application. */
export function entryStates(
  entries: Readonly<Record<string, DeclaredEntry>>,
  { processes, metadata, files }: Pick<Installation, 'processes' | 'metadata' | 'files'>,
  secretsOf: CoreFacts['secretsOf'],
): ReadonlyMap<string, EntryState> {
  const processById = new Map(processes.map((process) => [process.id, process]));
  const fileByPath = new Map(files.map((file) => [file.path, file]));
  const stateOf = (key: string, entry: DeclaredEntry): EntryState => {
    const { kind, name } = entryOf(key) ?? { kind: 'setting', name: key };
    if (kind === 'process') {
      const found = processById.get(name);
      return found ? state(processFingerprint(found, entry, secretsOf) === entry.stored) : 'removed';
    }
    if (kind === 'file') {
      const found = fileByPath.get(name);
      return found ? state(isSameFile(entry.stored, found)) : 'removed';
    }
    const found = Object.hasOwn(metadata, name) ? metadata[name] : undefined;
    return found === undefined ? 'removed' : state(settingFingerprint(name, found, entry) === entry.stored);
  };
  return new Map(Object.entries(entries).map(([key, entry]) => [key, stateOf(key, entry)]));
}

const state = (isSame: boolean): EntryState => (isSame ? 'same' : 'changed');
