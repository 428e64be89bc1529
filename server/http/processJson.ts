import type { Metadata } from '../process/metadata.ts';
import type { ProcessEntry } from '../process/select.ts';

const PARTS = ['config', 'state', 'report', 'metadata'] as const;
type Part = (typeof PARTS)[number];

/** A comma list of parts; nothing means all, an unknown word alone none. */
export function partsOf(filter: string): ReadonlySet<Part> {
  const words = filter.split(',');
  return new Set(filter === '' ? PARTS : PARTS.filter((part) => words.includes(part)));
}

/** A process as JSON. Put together from texts: what did not change since the last call is not made again. */
export function processJson(
  { process, createdAt, updatedAt }: ProcessEntry,
  parts: ReadonlySet<Part>,
  metadata: Metadata,
): string {
  const { id, type, reference } = process.config;
  const head = JSON.stringify({ id, type, reference, created_at: createdAt, updated_at: updatedAt });
  const texts: Record<Part, () => string> = {
    config: () => process.configJson,
    state: () => JSON.stringify(process.state()),
    report: process.reportJson,
    metadata: () => metadataJson(metadata, id),
  };
  const tail = PARTS.filter((part) => parts.has(part)).map((part) => `,"${part}":${texts[part]()}`);
  return `${head.slice(0, -1)}${tail.join('')}}`;
}

/** `null` if a process has none. */
export function metadataJson(metadata: Metadata, id: string): string {
  const values = metadata.ofProcess(id);
  return values.size === 0 ? 'null' : JSON.stringify(Object.fromEntries(values));
}
