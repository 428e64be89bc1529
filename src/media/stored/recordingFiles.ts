import type { Files } from '../../api/answers/files.ts';
import { egressOf } from '../../api/processIds.ts';

export interface Recording {
  path: string;
  name: string;
  bytes: number;
  /** Unix seconds of the start and the last write. */
  begun: number;
  written: number;
}

/** Returns the unguessable part of a recording's name. */
export const tokenIn = (address: string): string | null => /\brecording_([0-9a-f]+)_/.exec(address)?.[1] ?? null;

export const isRecording = (id: string): boolean => egressOf(id)?.service === 'recording';

export const ALL_RECORDINGS = '/recording_*';

/** Unguessable token, start in Unix seconds, chosen name. */
const FILE = /^\/?recording_[0-9a-f]+_(\d{1,12})_([^/]+)$/;

/** Newest first, without other files. */
export const recordingsAmong = (files: Files): Recording[] =>
  files
    .flatMap(({ name: path, size_bytes: bytes, last_modified: written }) => {
      const [, start = '', name] = FILE.exec(path) ?? [];
      return name === undefined ? [] : [{ path, name, bytes, begun: Number(start), written }];
    })
    .toSorted((a, b) => b.begun - a.begun);

export function groupsOf(list: readonly Recording[]): { token: string; files: readonly Recording[] }[] {
  const tokens = new Set(list.map(({ path }) => tokenIn(path) ?? ''));
  return [...tokens].map((token) => ({ token, files: list.filter(({ path }) => tokenIn(path) === token) }));
}

/** Files that are still being written; `list` has the newest first. */
export const writtenAmong = (list: readonly Recording[], tokens: readonly string[]): readonly string[] =>
  tokens.flatMap((token) => list.find(({ path }) => tokenIn(path) === token)?.path ?? []);

/** Seconds. */
export const lengthOf = ({ begun, written }: Recording): number => Math.max(0, written - begun);

/** `seconds` per file, and limits of days, files and gigabytes; 0 is no limit. */
export interface Retention {
  seconds: number;
  days: number;
  files: number;
  gigabytes: number;
}

const GB = 1_000_000_000;

/** Returns the oldest files beyond the size limit, which cores cannot enforce. */
export function beyondSize(
  list: readonly Recording[],
  { gigabytes }: Pick<Retention, 'gigabytes'>,
): readonly Recording[] {
  if (gigabytes <= 0) return [];
  let bytes = 0;
  return list.filter((recording, i) => {
    bytes += recording.bytes;
    return i > 0 && bytes > gigabytes * GB;
  });
}

/** `full`: in `seconds` of recording; `fits`: never more than `bytes`. */
export type Forecast = { kind: 'full'; seconds: number } | { kind: 'fits'; bytes: number };

/** Left for the core, its database and other channels. */
const FLOOR_BYTES = 1_000_000_000;
const FLOOR_SHARE = 0.02;

/** @param limit bytes; null if unknown */
export const isNearlyFull = ({ used, limit }: { used: number; limit: number | null }): boolean =>
  limit !== null && limit > 0 && limit - used < Math.min(FLOOR_BYTES, limit * FLOOR_SHARE);

const DAY_S = 86_400;
/** The first data of a file is still buffered. */
const TELLING_S = 10;
/** Number of recent files that show the current rate. */
const TELLING = 5;

/** Null without enough data. `list` has the newest first; `free` in bytes. */
export function forecastOf(list: readonly Recording[], retention: Retention, free: number): Forecast | null {
  const telling = list.filter((recording) => lengthOf(recording) >= TELLING_S).slice(0, TELLING);
  const seconds = telling.reduce((sum, recording) => sum + lengthOf(recording), 0);
  const rate = telling.reduce((sum, { bytes }) => sum + bytes, 0) / seconds;
  if (!(rate > 0)) return null;
  return forecastAt(rate, heldBy(list), retention, free);
}

export const SOON_S = 12 * 3600;

export const heldBy = (list: readonly Recording[]): number => list.reduce((sum, { bytes }) => sum + bytes, 0);

/** `rate` in bytes per second; `used` and `free` in bytes. */
export function forecastAt(rate: number, used: number, retention: Retention, free: number): Forecast {
  const most = Math.min(
    retention.days > 0 ? retention.days * DAY_S * rate : Number.POSITIVE_INFINITY,
    retention.files > 0 ? retention.files * retention.seconds * rate : Number.POSITIVE_INFINITY,
    retention.gigabytes > 0 ? retention.gigabytes * GB + retention.seconds * rate : Number.POSITIVE_INFINITY,
  );
  return most - used <= free ? { kind: 'fits', bytes: Math.max(most, used) } : { kind: 'full', seconds: free / rate };
}
