import * as z from 'zod';
import { Config } from './configSchema.ts';

const defaults = Config.parse({});
const VERSIONS: readonly unknown[] = [1, 2, 3];

/** Any part of a config. A value of a wrong type is an issue at its own path. */
export const ConfigPatch = z.record(z.string(), z.unknown()).superRefine((patch, context) => {
  const result = Config.safeParse(mergeConfigDocuments(defaults, migrateDocument(patch)));
  if (result.success) return;
  for (const issue of result.error.issues) context.issues.push({ ...issue, input: undefined });
});

export const isKnownVersion = (version: unknown): boolean => VERSIONS.includes(version);

type Plain = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const WHOLE = new Set(['router.routes']);

/** Merges objects, and replaces everything else, including lists. */
export function mergeConfigDocuments(base: unknown, patch: unknown, path = ''): unknown {
  if (!isPlain(base) || !isPlain(patch) || WHOLE.has(path)) return patch === undefined || patch === null ? base : patch;
  const keys = new Set([...Object.keys(base), ...Object.keys(patch)]);
  return Object.fromEntries(
    [...keys].map((key) => [key, mergeConfigDocuments(base[key], patch[key], path === '' ? key : `${path}.${key}`)]),
  );
}

/** `('a.b', 1)` is `{ a: { b: 1 } }`. */
export const nestField = (field: string, value: unknown): unknown =>
  field.split('.').reduceRight((inner, key) => ({ [key]: inner }), value);

/** Versions 1 and 2 had one list of cached types instead of two. */
export function migrateDocument(document: unknown): unknown {
  if (!isPlain(document) || !isPlain(document.storage)) return document;
  const { disk } = document.storage;
  if (!isPlain(disk) || !isPlain(disk.cache) || !Array.isArray(disk.cache.types)) return document;
  const cache = { ...disk.cache, types: { allow: disk.cache.types } };
  return { ...document, storage: { ...document.storage, disk: { ...disk, cache } } };
}
