import * as z from 'zod';
import { mergeConfigDocuments, migrateDocument } from './mergeConfigDocuments.ts';
import { Config } from './schema.ts';

const defaults = Config.parse({});
const VERSIONS: readonly unknown[] = [1, 2, 3];

/** The body of PUT config: any part of a config. A value of a wrong type is an issue at its own path. */
export const ConfigPatch = z.record(z.string(), z.unknown()).superRefine((patch, context) => {
  const result = Config.safeParse(mergeConfigDocuments(defaults, migrateDocument(patch)));
  if (result.success) return;
  for (const issue of result.error.issues) context.issues.push({ ...issue, input: undefined });
});

export const isKnownVersion = (version: unknown): boolean => VERSIONS.includes(version);
