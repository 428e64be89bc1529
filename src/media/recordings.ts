import type { Files } from '../api/answers/observe.ts';

/** A file that a recording has left on the disk of the core. */
export interface Recording {
  /** Where it is on the disk. */
  path: string;
  /** As it was asked for. */
  name: string;
  bytes: number;
  /** Unix seconds: when it began, and when it was written to last. */
  begun: number;
  written: number;
}

/** In front of what was asked for: what nobody can guess, and the second at which the file began. */
const FILE = /^\/?recording_[0-9a-f]+_(\d{1,12})_([^/]+)$/;

/** The newest first; what no recording has made is left out. */
export const recordingsIn = (files: Files): Recording[] =>
  files
    .flatMap(({ name: path, size_bytes: bytes, last_modified: written }) => {
      const [, begun = '', name] = FILE.exec(path) ?? [];
      return name === undefined ? [] : [{ path, name, bytes, begun: Number(begun), written }];
    })
    .toSorted((a, b) => b.begun - a.begun);

/** How long it plays: it is written to until it ends. */
export const lengthOf = ({ begun, written }: Recording): number => Math.max(0, written - begun);
