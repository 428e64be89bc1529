import type { IncomingHttpHeaders } from 'node:http';
import type { ByteRange, StoredFile } from '../../storage/types.ts';

export type Encoding = 'br' | 'gzip';

export type ResponsePlan =
  | { kind: 'whole'; encoding: Encoding | null }
  | { kind: 'part'; range: ByteRange }
  | { kind: 'unchanged' }
  | { kind: 'unsatisfiable' };

const GZIP_FROM_BYTES = 1000; // The real core compresses nothing smaller.

export const createEtag = ({ version }: StoredFile): string => `"${version}"`;

export function planResponse(
  headers: IncomingHttpHeaders,
  file: StoredFile,
  encodings: readonly Encoding[],
): ResponsePlan {
  if (isUnchanged(headers, file)) return { kind: 'unchanged' };
  const range = headers.range === undefined ? null : rangeOf(headers, file);
  if (range !== null) return range === 'unsatisfiable' ? { kind: range } : { kind: 'part', range };
  return { kind: 'whole', encoding: file.sizeBytes < GZIP_FROM_BYTES ? null : chooseEncoding(headers, encodings) };
}

export function chooseEncoding(headers: IncomingHttpHeaders, encodings: readonly Encoding[]): Encoding | null {
  const accepted = headers['accept-encoding'];
  if (accepted === undefined) return null;
  const acceptedNames = String(accepted)
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim());
  return encodings.find((encoding) => acceptedNames.includes(encoding)) ?? null;
}

function isUnchanged(headers: IncomingHttpHeaders, file: StoredFile): boolean {
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined) {
    const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    return tags.includes('*') || tags.includes(createEtag(file));
  }
  const since = headers['if-modified-since'];
  // An earlier time is another version, from before or after the clock was set back.
  return since !== undefined && toSeconds(file.lastModified.getTime()) === toSeconds(Date.parse(since));
}

const toSeconds = (ms: number): number => Math.floor(ms / 1000);

/** Returns null for the whole file, also for several ranges. */
function rangeOf(headers: IncomingHttpHeaders, file: StoredFile): ByteRange | 'unsatisfiable' | null {
  const condition = headers['if-range'];
  if (condition !== undefined && !holds(String(condition), file)) return null;
  const found = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '');
  if (found === null || (found[1] === '' && found[2] === '')) return null;
  const [, from = '', to = ''] = found;
  const last = file.sizeBytes - 1;
  const start = from === '' ? Math.max(0, file.sizeBytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? last : Math.min(Number(to), last);
  if (from !== '' && to !== '' && Number(to) < start) return null;
  return start > last || (from === '' && Number(to) === 0) ? 'unsatisfiable' : { start, end };
}

const holds = (condition: string, file: StoredFile): boolean =>
  condition.startsWith('"')
    ? condition === createEtag(file)
    : toSeconds(Date.parse(condition)) === toSeconds(file.lastModified.getTime());
