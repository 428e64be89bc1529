import type { Files } from '../../api/answers/files.ts';
import { egressOf } from '../../api/processIds.ts';

export interface Recording {
  path: string;
  /** As it was asked for. */
  name: string;
  bytes: number;
  /** Unix seconds: when it began, and when it was written to last. */
  begun: number;
  written: number;
}

/** Which recording a file or an address belongs to: the part that nobody can guess; null: none. */
export const tokenIn = (address: string): string | null => /\brecording_([0-9a-f]+)_/.exec(address)?.[1] ?? null;

/** Whether a process of a publication records: it sends to no platform. @param id of the process */
export const isRecording = (id: string): boolean => egressOf(id)?.service === 'recording';

/** Every file that a recording can have left, as a glob. */
export const ALL_RECORDINGS = '/recording_*';

/** In front of what was asked for: what nobody can guess, and the second at which the file began. */
const FILE = /^\/?recording_[0-9a-f]+_(\d{1,12})_([^/]+)$/;

/** The newest first; what no recording has made is left out. */
export const recordingsAmong = (files: Files): Recording[] =>
  files
    .flatMap(({ name: path, size_bytes: bytes, last_modified: written }) => {
      const [, begun = '', name] = FILE.exec(path) ?? [];
      return name === undefined ? [] : [{ path, name, bytes, begun: Number(begun), written }];
    })
    .toSorted((a, b) => b.begun - a.begun);

/** By the recording that they are of, that with the newest file first. */
export function groupsOf(list: readonly Recording[]): { token: string; files: readonly Recording[] }[] {
  const tokens = new Set(list.map(({ path }) => tokenIn(path) ?? ''));
  return [...tokens].map((token) => ({ token, files: list.filter(({ path }) => tokenIn(path) === token) }));
}

/** Paths of the files that running recordings write to. @param list newest first @param tokens of those that run */
export const writtenAmong = (list: readonly Recording[], tokens: readonly string[]): readonly string[] =>
  tokens.flatMap((token) => list.find(({ path }) => tokenIn(path) === token)?.path ?? []);

/** How long it plays: it is written to until it ends. */
export const lengthOf = ({ begun, written }: Recording): number => Math.max(0, written - begun);

/** The retention of recordings: seconds of a file; days, files and gigabytes at most; 0 is no limit. */
export interface Retention {
  seconds: number;
  days: number;
  files: number;
  gigabytes: number;
}

const GB = 1_000_000_000;

/** The oldest that are beyond a size, which no rule of a core knows; the newest is written to and stays. Newest first. */
export function beyondSize(
  list: readonly Recording[],
  { gigabytes }: Pick<Retention, 'gigabytes'>,
): readonly Recording[] {
  if (gigabytes <= 0) return [];
  let bytes = 0;
  return list.filter((one, i) => {
    bytes += one.bytes;
    return i > 0 && bytes > gigabytes * GB;
  });
}

/** `full`: the disk, in so many seconds of recording. `fits`: it never becomes more than so many bytes. */
export type Forecast = { kind: 'full'; seconds: number } | { kind: 'fits'; bytes: number };

/** A recording stops before the disk is full: the core, its database and all other channels need some of it. */
const FLOOR_BYTES = 1_000_000_000;
const FLOOR_SHARE = 0.02;

/** @param limit bytes of the whole disk; null: that is not known */
export const isNearlyFull = ({ used, limit }: { used: number; limit: number | null }): boolean =>
  limit !== null && limit > 0 && limit - used < Math.min(FLOOR_BYTES, limit * FLOOR_SHARE);

const DAY_S = 86_400;
/** A file that has just begun is mostly what is still held back. */
const TELLING_S = 10;
/** The newest tell how it is recorded now. */
const TELLING = 5;

/** The forecast if recording continues at the recent rate; null: no figures yet. @param list newest first */
export function forecastOf(list: readonly Recording[], kept: Retention, free: number): Forecast | null {
  const telling = list.filter((one) => lengthOf(one) >= TELLING_S).slice(0, TELLING);
  const seconds = telling.reduce((sum, one) => sum + lengthOf(one), 0);
  const rate = telling.reduce((sum, { bytes }) => sum + bytes, 0) / seconds;
  if (!(rate > 0)) return null;
  return forecastAt(rate, heldBy(list), kept, free);
}

/** Less than a night is worth a warning. */
export const SOON_S = 12 * 3600;

export const heldBy = (list: readonly Recording[]): number => list.reduce((sum, { bytes }) => sum + bytes, 0);

/** @param rate bytes a second @param held bytes on the disk @param free bytes of the disk */
export function forecastAt(rate: number, held: number, kept: Retention, free: number): Forecast {
  const most = Math.min(
    kept.days > 0 ? kept.days * DAY_S * rate : Number.POSITIVE_INFINITY,
    kept.files > 0 ? kept.files * kept.seconds * rate : Number.POSITIVE_INFINITY,
    kept.gigabytes > 0 ? kept.gigabytes * GB + kept.seconds * rate : Number.POSITIVE_INFINITY,
  );
  return most - held <= free ? { kind: 'fits', bytes: Math.max(most, held) } : { kind: 'full', seconds: free / rate };
}
