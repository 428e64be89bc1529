import * as z from 'zod/mini';
import { ProcessConfig } from '../../api/answers/process.ts';
import { decodeBase64, encodeBase64 } from './base64.ts';
import {
  BUNDLE_LIMITS,
  BUNDLE_SCHEMA,
  BUNDLE_VERSION,
  type Bundle,
  type BundleFault,
  type BundleFile,
} from './bundle.ts';
import { SealedSecrets } from './bundleCipher.ts';
import { bundlePathOf } from './bundlePath.ts';
import { canonicalText, sha256Of, sortKeys } from './canonicalText.ts';
import { CoreServers } from './coreServers.ts';
import { channelOfKey, movesWithInstallation } from './globalKeys.ts';
import type { InstalledProcess } from './installation.ts';
import { channelOfProcess, isLasting } from './processOrder.ts';

/* The text of a bundle: the whole file, or `bundle.json` in a zip. Keys are in a fixed order, so that changes are small. */

const StoredConfig = z.strictObject(z.omit(ProcessConfig, { id: true, reference: true }).shape);

const StoredProcess = z.strictObject({
  id: z.string().check(z.refine((id) => id !== '')),
  reference: z.string(),
  order: z.enum(['start', 'stop']),
  config: StoredConfig,
  metadata: z.record(z.string(), z.unknown()),
});

const StoredFile = z.union([
  z.strictObject({ path: z.string(), text: z.string() }),
  z.strictObject({ path: z.string(), base64: z.string() }),
  /** Beside it in the zip. */
  z.strictObject({
    path: z.string(),
    size: z.number().check(z.refine(Number.isSafeInteger), z.gte(0)),
    sha256: z.string().check(z.refine((hash) => /^[0-9a-f]{64}$/.test(hash))),
  }),
]);
type StoredFile = z.infer<typeof StoredFile>;

const StoredBundle = z.object({
  schema: z.literal(BUNDLE_SCHEMA),
  version: z.literal(BUNDLE_VERSION),
  selection: z.enum(['installation', 'channels']),
  checksum: z.optional(z.string()),
  secrets: z.nullable(SealedSecrets),
  servers: z.nullable(CoreServers),
  metadata: z.record(z.string(), z.unknown()),
  processes: z.array(StoredProcess),
  files: z.array(StoredFile),
});
type StoredBundle = z.infer<typeof StoredBundle>;

/** A bundle without its checksum and its secrets: what its seal protects. */
export type OpenText = Omit<StoredBundle, 'checksum' | 'secrets'>;

/** @param inline contents by path; all other files stand beside the text */
export const openTextOf = (
  { selection, servers, metadata, processes, files }: Bundle,
  inline: ReadonlyMap<string, Uint8Array>,
): OpenText => ({
  ...{ schema: BUNDLE_SCHEMA, version: BUNDLE_VERSION, selection, servers, metadata },
  processes: processes.map(({ id, reference, order, config: { id: _, reference: __, ...config }, metadata }) => ({
    ...{ id, reference, order, config },
    metadata: { ...metadata },
  })),
  files: files.map(({ path, size, sha256 }) => {
    const bytes = inline.get(path);
    return bytes ? { path, ...contentOf(bytes) } : { path, size, sha256 };
  }),
});

/** Templates and drawings as text, so that their changes can be read. */
function contentOf(bytes: Uint8Array): { text: string } | { base64: string } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.includes('\0')) return { text };
  } catch {
    // An image, a sound.
  }
  return { base64: encodeBase64(bytes) };
}

export function writeBundleText(open: OpenText, secrets: SealedSecrets | null): string {
  const { schema, version, selection, servers, metadata, processes, files } = open;
  const checksum = checksumOf({ ...open, secrets });
  const parts = {
    ...{ schema, version, selection, checksum, secrets, servers: sortKeys(servers), metadata: sortKeys(metadata) },
    // The id comes first, so that the context of a change names its process.
    processes: processes.map(({ config, metadata, ...process }) => ({
      ...process,
      config: sortKeys(config),
      metadata: sortKeys(metadata),
    })),
    files,
  };
  return JSON.stringify(parts, null, 2);
}

const checksumOf = (value: object) => `sha256-${sha256Of(canonicalText(value))}`;

/** What `sealBundleSecrets` authenticates: everything in the file but its checksum and the secrets. */
export const sealedText = (open: object): string => canonicalText(open);

export type BundleTextReading =
  | {
      readonly status: 'readable';
      readonly open: OpenText;
      readonly secrets: SealedSecrets | null;
      /** What the secrets are sealed with. */
      readonly sealed: string;
    }
  | { readonly status: 'refused'; readonly fault: BundleFault };

const refused = (fault: BundleFault): BundleTextReading => ({ status: 'refused', fault });

/** @param raw JSON with the schema of a bundle */
export function parseBundleText(raw: Readonly<Record<string, unknown>>): BundleTextReading {
  if (raw.version !== BUNDLE_VERSION)
    return refused({ kind: 'newer', version: String(raw.version).slice(0, LONGEST_VERSION) });
  const { checksum, ...others } = raw;
  if (checksum !== undefined && checksum !== checksumOf(others))
    return refused({ kind: 'changed', part: '', sealed: false });
  const isLarge = [raw.processes, raw.files].some((list) => Array.isArray(list) && list.length > BUNDLE_LIMITS.entries);
  if (isLarge) return refused({ kind: 'large', of: 'entries', limit: BUNDLE_LIMITS.entries });
  const read = StoredBundle.safeParse(raw);
  if (!read.success) return refused({ kind: 'invalid', at: read.error.issues[0]?.path.join('.') ?? '' });
  const { checksum: _, secrets, ...open } = read.data;
  const at = forbiddenIn(open);
  if (at !== null) return refused({ kind: 'invalid', at });
  const { secrets: __, ...rest } = others;
  return { status: 'readable', open, secrets, sealed: sealedText(rest) };
}

const LONGEST_VERSION = 20;

/** Returns the place of the first entry that no installation has. */
function forbiddenIn({ selection, servers, metadata, processes, files }: OpenText): string | null {
  const isWhole = selection === 'installation';
  const ids = new Set<string>();
  const paths = new Set<string>();
  for (const [at, process] of processes.entries()) {
    const isOwned = isWhole || channelOfProcess(process) !== null;
    if (ids.has(process.id) || !isLasting(process) || !isOwned) return `processes.${at}.id`;
    ids.add(process.id);
  }
  for (const [at, { path }] of files.entries()) {
    const place = bundlePathOf(path);
    if (paths.has(path) || place === null || !(isWhole || place.channel)) return `files.${at}.path`;
    paths.add(path);
  }
  for (const key of Object.keys(metadata))
    if (!movesWithInstallation(key) || !(isWhole || channelOfKey(key))) return `metadata.${key}`;
  return isWhole || servers === null ? null : 'servers';
}

/** Returns the place of a key that changes the prototype of an object when it is copied. */
export function prototypeKeyIn(value: unknown, at = ''): string | null {
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, item] of Object.entries(value)) {
    const place = at === '' ? key : `${at}.${key}`;
    const found = key === '__proto__' ? place : prototypeKeyIn(item, place);
    if (found !== null) return found;
  }
  return null;
}

export type ContentsReading =
  | { readonly status: 'readable'; readonly files: readonly BundleFile[] }
  | { readonly status: 'refused'; readonly fault: BundleFault };

/** @param read reads a file beside the text; null if it is missing or damaged */
export function contentsOf(stored: readonly StoredFile[], read: (path: string) => BundleFile | null): ContentsReading {
  const files: BundleFile[] = [];
  for (const [at, file] of stored.entries()) {
    const found = 'sha256' in file ? read(file.path) : inlineFile(file);
    if (found === null && !('sha256' in file))
      return { status: 'refused', fault: { kind: 'invalid', at: `files.${at}` } };
    const isSame = found !== null && (!('sha256' in file) || found.sha256 === file.sha256);
    if (!isSame) return { status: 'refused', fault: { kind: 'changed', part: file.path, sealed: false } };
    files.push(found);
  }
  return { status: 'readable', files };
}

function inlineFile(file: Exclude<StoredFile, { sha256: string }>): BundleFile | null {
  const bytes = 'text' in file ? new TextEncoder().encode(file.text) : decodeBase64(file.base64);
  return bytes && bundleFile(file.path, bytes);
}

export const bundleFile = (path: string, bytes: Uint8Array): BundleFile => ({
  ...{ path, size: bytes.length, sha256: sha256Of(bytes) },
  read: async () => bytes,
});

export const processesOfText = (processes: OpenText['processes']): InstalledProcess[] =>
  processes.map(({ id, reference, order, config, metadata }) => ({
    ...{ id, reference, order, metadata },
    config: { ...config, id, reference },
  }));
