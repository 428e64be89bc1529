import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { limit } from '../../util/limits.ts';
import type { Encoding } from './responsePlan.ts';

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

// Moderate, because each version is compressed once and requested often.
const BROTLI_QUALITY = 5;

export const compress = (bytes: Buffer, encoding: Encoding): Promise<Buffer> =>
  compressionGate.run(bytes.length, () =>
    encoding === 'gzip'
      ? gzipped(bytes)
      : brotlied(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  );

export interface CompressionGate {
  isFree(): boolean;
  run<T>(bytes: number, work: () => Promise<T>): Promise<T>;
}

/** Anybody may request compressed files, so the bytes in flight are limited. */
export function createCompressionGate(mostBytes = limit('compressing')): CompressionGate {
  let bytes = 0;
  return {
    isFree: () => bytes < mostBytes,
    run: async (size, work) => {
      bytes += size;
      try {
        return await work();
      } finally {
        bytes -= size;
      }
    },
  };
}

export const compressionGate = createCompressionGate();

interface CacheEntry {
  readonly version: string;
  readonly bytes: Promise<Buffer>;
}

export type CompressionCache = (name: string, version: string, encoding: Encoding, bytes: Buffer) => Promise<Buffer>;

export function createCompressionCache(max: number): CompressionCache {
  const entries = new Map<string, CacheEntry>();
  return (name, version, encoding, bytes) => {
    const key = `${encoding} ${name}`;
    const found = entries.get(key);
    if (found?.version === version) return found.bytes;
    entries.delete(key);
    const entry = { version, bytes: compress(bytes, encoding) };
    entries.set(key, entry);
    for (const oldest of entries.keys()) {
      if (entries.size <= max) break;
      entries.delete(oldest);
    }
    return entry.bytes;
  };
}
