import type { Readable } from 'node:stream';
import type { FileOwner } from './shares.ts';

export interface StoredFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** By the wall clock: only to be shown and sent. */
  readonly lastModified: Date;
  readonly version: string;
  /** Monotonic time; null for a file of the disk. */
  readonly changedAtMs: number | null;
}

export interface Storage {
  readonly name: 'mem' | 'disk';
  /** All depths, unsorted; see `compileGlob`. A malformed glob finds nothing, no glob everything. */
  list(glob?: string): Promise<StoredFile[]>;
  stat(path: string): Promise<StoredFile | null>;
  /** Both ends of the range are inclusive; null if there is no such file. */
  read(path: string, range?: ByteRange): Promise<{ file: StoredFile; body: Buffer | Readable } | null>;
  /**
   * Atomic for readers. Throws an `ApiError` 400 if it does not fit in the writer's share, by default the operator's.
   */
  write(path: string, body: Buffer | Readable, writer?: FileOwner): Promise<'created' | 'replaced'>;
  remove(path: string): Promise<boolean>;
  /** `limitBytes` 0: unlimited. */
  usage(): Promise<{ usedBytes: number; limitBytes: number; files: number }>;
}

export interface SharedStorage extends Storage {
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
