import * as z from 'zod/mini';
import { isGroup } from '../stored/storedSchemas.ts';
import {
  BUNDLE_LIMITS,
  BUNDLE_SCHEMA,
  type Bundle,
  type BundleFault,
  type BundleFile,
  type BundleSecrets,
} from './bundle.ts';
import { openSecrets, type SealedSecrets } from './bundleCipher.ts';
import { bundleOf, valuesOf } from './bundleOf.ts';
import { fillProcess } from './bundleSecrets.ts';
import { bundleFile, contentsOf, parseBundleText, processesOfText, prototypeKeyIn } from './bundleText.ts';
import { type BundleZipReading, isZip, readBundleZip } from './bundleZip.ts';
import { shapeOfJson } from './canonicalText.ts';
import { pageOutputOf } from './pageOutput.ts';
import { isDatabase, readDatabase } from './readDatabase.ts';

export type BundleReading =
  | {
      readonly status: 'readable';
      readonly bundle: Bundle;
      /** `database`: `config/db.json` of a core, which has no uploads; its secrets are included. */
      readonly origin: 'bundle' | 'database';
    }
  | { readonly status: 'refused'; readonly fault: BundleFault };

const refused = (fault: BundleFault) => ({ status: 'refused' as const, fault });

/**
 * Reads an exported file, or the database of a core. Never rejects because of its content. Without the passphrase,
 * encrypted secrets are `locked`.
 */
export async function readBundle(bytes: Uint8Array, passphrase: string | null = null): Promise<BundleReading> {
  if (bytes.length > BUNDLE_LIMITS.file) return refused({ kind: 'large', of: 'file', limit: BUNDLE_LIMITS.file });
  const zip = isZip(bytes) ? readBundleZip(bytes) : null;
  if (zip?.status === 'refused') return zip;
  const json = parseJson(zip?.text ?? bytes);
  if (json.status === 'refused') return json;
  const { raw } = json;
  if (raw.schema !== BUNDLE_SCHEMA) return isDatabase(raw) ? ofDatabase(raw) : refused({ kind: 'foreign' });
  const text = parseBundleText(raw);
  if (text.status === 'refused') return text;
  const { open, secrets: stored, sealed } = text;
  const secrets = await secretsIn(stored, passphrase, sealed);
  if (secrets.status === 'refused') return secrets;
  const files = contentsOf(open.files, (path) => besideText(zip, path));
  if (files.status === 'refused') return files;
  const bundle: Bundle = {
    ...{ selection: open.selection, metadata: open.metadata, servers: open.servers },
    ...{ processes: processesOfText(open.processes), files: files.files, secrets: secrets.secrets },
  };
  const at = pageOutputIn(bundle, (_, index) => `processes.${index}`);
  return at === null ? { status: 'readable', bundle, origin: 'bundle' } : refused({ kind: 'invalid', at });
}

/** Returns the place of the first command that could write a page; `placeOf`: of a process in the file. */
function pageOutputIn(bundle: Bundle, placeOf: (id: string, index: number) => string): string | null {
  for (const [index, process] of bundle.processes.entries()) {
    const part = pageOutputOf(fillProcess(process, valuesOf(bundle, process.id) ?? {}).filled);
    if (part !== null) return `${placeOf(process.id, index)}.config.${part}`;
  }
  return null;
}

type JsonReading =
  | { readonly status: 'readable'; readonly raw: Readonly<Record<string, unknown>> }
  | { readonly status: 'refused'; readonly fault: BundleFault };

function parseJson(bytes: Uint8Array): JsonReading {
  if (bytes.length > BUNDLE_LIMITS.text) return refused({ kind: 'large', of: 'contents', limit: BUNDLE_LIMITS.text });
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trimEnd();
  } catch {
    return refused({ kind: isText(bytes) ? 'cut' : 'foreign' });
  }
  if (text === '') return refused({ kind: 'cut' });
  if (!/^\s*\{/.test(text)) return refused({ kind: 'foreign' });
  const { deepest, isUnfinished } = shapeOfJson(text, BUNDLE_LIMITS.depth);
  if (deepest > BUNDLE_LIMITS.depth) return refused({ kind: 'large', of: 'depth', limit: BUNDLE_LIMITS.depth });
  try {
    const raw: unknown = JSON.parse(text);
    if (!isGroup(raw)) return refused({ kind: 'foreign' });
    const at = prototypeKeyIn(raw);
    return at === null ? { status: 'readable', raw } : refused({ kind: 'invalid', at });
  } catch (error) {
    return refused(isUnfinished ? { kind: 'cut' } : { kind: 'syntax', line: lineOf(text, error) });
  }
}

/** A character that was cut in the middle. */
const isText = (bytes: Uint8Array): boolean => /^\s*\{/.test(new TextDecoder().decode(bytes.subarray(0, 16)));

/** Engines name a line, or a position. */
function lineOf(text: string, error: unknown): number | null {
  const message = error instanceof Error ? error.message : '';
  const line = /line (\d{1,9})/.exec(message)?.[1];
  if (line !== undefined) return Number(line);
  const position = /position (\d{1,9})/.exec(message)?.[1];
  return position === undefined ? null : text.slice(0, Number(position)).split('\n').length;
}

const Secrets = z.record(z.string(), z.record(z.string(), z.string()));

type SecretsReading =
  | { readonly status: 'readable'; readonly secrets: BundleSecrets }
  | { readonly status: 'refused'; readonly fault: BundleFault };

async function secretsIn(
  stored: SealedSecrets | null,
  passphrase: string | null,
  sealed: string,
): Promise<SecretsReading> {
  if (stored === null) return { status: 'readable', secrets: { status: 'omitted' } };
  if (passphrase === null) return { status: 'readable', secrets: { status: 'locked' } };
  const opened = await openSecrets(stored, passphrase, sealed);
  if (opened.status === 'wrong passphrase') return refused({ kind: 'passphrase' });
  const changed = refused({ kind: 'changed', part: '', sealed: true });
  if (opened.status === 'changed') return changed;
  const values = Secrets.safeParse(jsonOrNull(opened.text));
  return values.success ? { status: 'readable', secrets: { status: 'included', values: values.data } } : changed;
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function besideText(zip: BundleZipReading | null, path: string): BundleFile | null {
  if (zip?.status !== 'readable') return null;
  try {
    const bytes = zip.fileAt(path);
    if (bytes === null) return null;
    const { size, sha256 } = bundleFile(path, bytes);
    // Decompressed again when it is needed, so that only one file at a time is in memory.
    return { path, size, sha256, read: async () => zip.fileAt(path) ?? new Uint8Array() };
  } catch {
    return null;
  }
}

async function ofDatabase(raw: Readonly<Record<string, unknown>>): Promise<BundleReading> {
  const database = readDatabase(raw);
  if (database.status === 'refused') return database;
  const whole = { kind: 'installation' } as const;
  const bundle = await bundleOf(database.installation, whole, { secrets: 'included', secretsOf: () => [] });
  const at = pageOutputIn(bundle, (id) => `process.${id}`);
  if (at !== null) return refused({ kind: 'invalid', at });
  return { status: 'readable', bundle: { ...bundle, servers: null }, origin: 'database' };
}
