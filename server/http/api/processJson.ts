import type { ProcessEntry } from '../../process/registry.ts';
import type { Metadata } from '../../process/store/metadata.ts';
import { memoizeByObject } from '../../util/memoizeByObject.ts';

const PARTS = ['config', 'state', 'report', 'metadata'] as const;
type Part = (typeof PARTS)[number];

/** An empty filter selects all parts; unknown words are ignored. */
export function selectParts(filter: string): ReadonlySet<Part> {
  const words = filter.split(',');
  return new Set(filter === '' ? PARTS : PARTS.filter((part) => words.includes(part)));
}

export function formatProcess(entry: ProcessEntry, parts: ReadonlySet<Part>, metadata: Metadata): string {
  let json = headJson(entry);
  for (const part of parts) json += `,"${part}":${TEXTS[part](entry, metadata)}`;
  return `${json}}`;
}

const TEXTS: Readonly<Record<Part, (entry: ProcessEntry, metadata: Metadata) => string>> = {
  config: ({ process }) => process.configJson,
  state: ({ process }) => process.stateJson(),
  report: ({ process }) => process.reportJson(),
  metadata: ({ process }, metadata) => formatMetadata(metadata, process.config.id),
};

const headJson = memoizeByObject(({ process, createdAt, updatedAt }: ProcessEntry) => {
  const { id, type, reference } = process.config;
  return JSON.stringify({ id, type, reference, created_at: createdAt, updated_at: updatedAt }).slice(0, -1);
});

export function formatMetadata(metadata: Metadata, id: string): string {
  const values = metadata.ofProcess(id);
  return values.size === 0 ? 'null' : valuesJson(values);
}

const valuesJson = memoizeByObject((values: ReturnType<Metadata['ofProcess']>) =>
  JSON.stringify(Object.fromEntries(values)),
);

/** Joining the texts first would copy everything twice. */
export function encodeJsonList(texts: readonly string[]): Buffer {
  const size = texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 3);
  const bytes = Buffer.allocUnsafeSlow(size);
  let at = bytes.write('[');
  for (const [index, text] of texts.entries()) {
    if (index > 0) at += bytes.write(',', at);
    at += bytes.write(text, at);
  }
  at += bytes.write(']\n', at);
  return bytes.subarray(0, at);
}
