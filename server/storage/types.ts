import type { Readable } from 'node:stream';
import type { FileOwner } from './shares.ts';

/** A file of a storage. `name` begins with `/`. */
export interface StoredFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** By the wall clock: only to be shown and sent. */
  readonly lastModified: Date;
  /** Another for each content of this name. */
  readonly version: string;
  /** On the clock of `elapsedMs()`; null: a file of the disk, of which nobody knows it. */
  readonly changedAtMs: number | null;
}

export interface Storage {
  readonly name: 'mem' | 'disk';
  /** All depths, in no order; for globs see `compileGlob`. A broken glob finds nothing. No glob: all files. */
  list(glob?: string): Promise<StoredFile[]>;
  /** null: no such file. */
  stat(path: string): Promise<StoredFile | null>;
  /** The whole file, or the bytes from `start` to `end` (both included); null: no such file. */
  read(path: string, range?: ByteRange): Promise<{ file: StoredFile; body: Buffer | Readable } | null>;
  /**
   * Readers see the old or the new file, never a half. Throws `ApiError` (400) if it does not fit. In the memory it counts
   * in the share of the writer; by default the operator's.
   */
  write(path: string, body: Buffer | Readable, writer?: FileOwner): Promise<'created' | 'replaced'>;
  /** false: there was no such file. */
  remove(path: string): Promise<boolean>;
  /** `limitBytes` 0: unlimited. */
  usage(): Promise<{ usedBytes: number; limitBytes: number; files: number }>;
}

export interface SharedStorage extends Storage {
  /** What a writer may store beside what it has. */
  roomBytes(writer: FileOwner): number;
}

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface Storages {
  readonly mem: SharedStorage;
  readonly disk: Storage;
}
