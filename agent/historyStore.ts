import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import * as z from 'zod/mini';
import { type Columns, columnsOf, type TimedSample } from '../src/media/series/columns.ts';
import { chooseGrid, RESOLUTIONS, stepBegin, type TimeSpan } from '../src/media/series/resolutions.ts';
import { joinSamples, type SeriesSample } from '../src/media/series/sample.ts';
import { decodeSample, decodeSamples, encodeSamples } from '../src/media/series/sampleBytes.ts';
import {
  figureOf,
  inTransaction,
  openSqliteFile,
  type SqliteFile,
  setAside,
  setAsideCopy,
  usedPages,
} from './sqliteFile.ts';

export interface SampleSet {
  /** Unix seconds, a multiple of ten. */
  time: number;
  samples: ReadonlyMap<string, SeriesSample>;
}

export interface HistoryQuery extends TimeSpan {
  subject: string;
  points: number;
}

export type HistoryColumns = Columns & { step: number };

export interface HistoryStore {
  subjects(): Iterable<string>;
  /** One transaction. Skips sets with a time that is already stored. */
  write(sets: readonly SampleSet[]): void;
  read(query: HistoryQuery, recent: readonly TimedSample[]): HistoryColumns;
  close(): void;
}

export const HISTORY_FILE = 'history.sqlite';
/** Version 2 has viewers in samples, which version 1 would take for damage. */
const VERSION = 2;
const READS_FROM = 1;
/** Sets of about 2 kB would leave smaller pages half empty. */
const PAGE_BYTES = 8192;
/** A copy of a damaged file leaves at least this much for the new one. */
const MIN_PAGES = 256;
/** Deletes rows before the limit of SQLite, so that a "full" error always means the disk. */
const USED_PAGES = 0.95;
const REMOVED_SETS = 0.1;
/** Coarser samples are kept while there are more fine ones than this. */
const FINE_SETS = 360;
/** Fewer and larger deletions wear an SD card less. */
const MAX_SURPLUS = 1.01;
const MAX_IN_SET = 1000;
const MAX_SUBJECTS = 5000;

const Row = z.object({ time: z.number(), sum: z.number(), data: z.instanceof(Uint8Array) });
const Subject = z.object({ number: z.number(), id: z.string() });
const Time = z.object({ time: z.number() });

const places = RESOLUTIONS.map((_, level) => level);
const tableOf = (level: number) => `samples_${RESOLUTIONS[level]?.seconds}`;
const secondsOf = (level: number) => RESOLUTIONS[level]?.seconds ?? Number.POSITIVE_INFINITY;

/**
 * Opens or creates the history; `bytes` is the quota of all its files. Sets a damaged file aside, whose copy counts
 * towards the quota. Blocks while the disk is slow. Throws, see `faultOf`.
 */
export function openHistoryStore(
  folder: string,
  bytes: number,
  onSetAside: (copy: string) => void = () => undefined,
): HistoryStore {
  const path = join(folder, HISTORY_FILE);
  const copy = statSync(setAsideCopy(path), { throwIfNoEntry: false });
  const left = bytes - (copy?.isFile() ? copy.size : 0);
  const file: SqliteFile = {
    ...{ path, version: VERSION, readsFrom: READS_FROM, isSmall: false, pageBytes: PAGE_BYTES },
    pages: Math.max(MIN_PAGES, Math.floor(left / PAGE_BYTES)),
    tables: [
      'CREATE TABLE subject (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT;',
      ...places.map(
        (level) =>
          `CREATE TABLE ${tableOf(level)} (
            id INTEGER PRIMARY KEY, time INTEGER NOT NULL UNIQUE, sum INTEGER NOT NULL, data BLOB NOT NULL
          ) STRICT;`,
      ),
    ].join('\n'),
  };
  return openSqliteFile(file, (db) => storeIn(db, file.pages), onSetAside);
}

export const setHistoryAside = (folder: string): string => setAside(join(folder, HISTORY_FILE));

type NumberedSample = readonly [number: number, SeriesSample];

function storeIn(db: DatabaseSync, pages: number): HistoryStore {
  const tables = places.map((level) => {
    const table = tableOf(level);
    return {
      insert: db.prepare(`INSERT OR IGNORE INTO ${table} (time, sum, data) VALUES (?, ?, ?)`),
      between: db.prepare(`SELECT time, sum, data FROM ${table} WHERE time >= ? AND time < ? ORDER BY time`),
      first: db.prepare(`SELECT time FROM ${table} ORDER BY id LIMIT 1`),
      has: db.prepare(`SELECT count(*) AS value FROM ${table} WHERE time = ?`),
      remove: db.prepare(`DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} ORDER BY id LIMIT ?)`),
      count: db.prepare(`SELECT count(*) AS value FROM ${table}`),
    };
  });
  const insertSubject = db.prepare('INSERT INTO subject (number, id) VALUES (?, ?)');
  const removeSubject = db.prepare('DELETE FROM subject WHERE id = ?');

  let numbers = new Map<string, number>();
  let counts: number[] = [];
  /** One set per resolution: times of samples to create once their step is over. */
  let pending: Set<number>[] = [];
  load();

  function load() {
    numbers = new Map(
      db
        .prepare('SELECT number, id FROM subject ORDER BY number')
        .all()
        .map((raw) => {
          const { number, id } = Subject.parse(raw);
          return [id, number];
        }),
    );
    counts = tables.map(({ count }) => figureOf(count));
    pending = places.map(() => new Set());
    for (const level of places.slice(1)) for (const time of findUnmade(level)) awaitCoarser(time, level);
  }

  function awaitCoarser(time: number, from: number) {
    for (const level of places.slice(from)) {
      const begin = stepBegin(time, secondsOf(level));
      if (!isThere(level, begin)) pending[level]?.add(begin);
    }
  }

  function isThere(level: number, time: number) {
    const has = tables[level]?.has;
    return has !== undefined && figureOf(has, time) > 0;
  }

  function findUnmade(level: number): number[] {
    const seconds = secondsOf(level);
    return db
      .prepare(
        `SELECT DISTINCT time / ${seconds} * ${seconds} AS time FROM ${tableOf(level - 1)} WHERE time / ${seconds} * ${seconds}
         NOT IN (SELECT time FROM ${tableOf(level)})`,
      )
      .all()
      .map((row) => Time.parse(row).time);
  }

  /** Skips damaged rows, which then appear as a gap. */
  function* rowsOf(level: number, from: number, to: number): Generator<[time: number, data: Uint8Array]> {
    for (const raw of tables[level]?.between.iterate(from, to) ?? []) {
      const { time, sum, data } = Row.parse(raw);
      if (crc32(data) === sum) yield [time, data];
    }
  }

  function insert(level: number, time: number, samples: ReadonlyMap<number, SeriesSample>) {
    const data = encodeSamples(samples);
    const isNew = tables[level]?.insert.run(time, crc32(data), data).changes === 1;
    if (!isNew) return;
    counts[level] = (counts[level] ?? 0) + 1;
    awaitCoarser(time, level + 1);
  }

  const remove = (level: number, sets: number) => {
    counts[level] = (counts[level] ?? 0) - Number(tables[level]?.remove.run(sets).changes ?? 0);
  };

  function makeRoom() {
    while (usedPages(db) > pages * USED_PAGES) {
      const level =
        places.find((candidate) => (counts[candidate] ?? 0) > FINE_SETS) ??
        places.find((candidate) => counts[candidate]);
      if (level === undefined) return;
      remove(level, Math.ceil((counts[level] ?? 0) * REMOVED_SETS));
    }
  }

  function thin(newest: number) {
    for (const level of places.slice(1)) {
      const seconds = secondsOf(level);
      for (const time of pending[level] ?? []) {
        if (time === stepBegin(newest, seconds)) continue;
        insert(level, time, joinSets(level - 1, time, time + seconds));
        pending[level]?.delete(time);
      }
    }
  }

  function joinSets(level: number, from: number, to: number): Map<number, SeriesSample> {
    const all = new Map<number, SeriesSample>();
    for (const [, data] of rowsOf(level, from, to))
      for (const [number, sample] of decodeSamples(data)) all.set(number, joinSamples(all.get(number), sample));
    return all;
  }

  function numberOf(subject: string): number {
    const existing = numbers.get(subject);
    if (existing !== undefined) return existing;
    const number = Math.max(0, ...numbers.values()) + 1;
    insertSubject.run(number, subject);
    numbers.set(subject, number);
    return number;
  }

  function forgetSubjects(used: ReadonlySet<string>) {
    const old = [...numbers.keys()].filter((id) => !used.has(id));
    for (const id of old.slice(0, Math.max(0, numbers.size - MAX_SUBJECTS))) {
      removeSubject.run(id);
      numbers.delete(id);
    }
  }

  /** Includes the unfinished step, computed from finer samples. */
  function samplesOf(level: number, from: number, to: number, subject: number): TimedSample[] {
    const found: TimedSample[] = [];
    for (const [time, data] of rowsOf(level, from, to)) {
      const sample = decodeSample(data, subject);
      if (sample !== null) found.push([time, sample]);
    }
    for (const time of pending[level] ?? []) {
      if (time < from || time >= to) continue;
      const finer = samplesOf(level - 1, time, time + secondsOf(level), subject);
      const sample = finer.reduce<SeriesSample | undefined>((all, [, next]) => joinSamples(all, next), undefined);
      if (sample !== undefined) found.push([time, sample]);
    }
    return found.sort(([a], [b]) => a - b);
  }

  return {
    subjects: () => numbers.keys(),
    write(sets) {
      const newest = sets.at(-1);
      if (newest === undefined) return;
      try {
        inTransaction(db, () => {
          makeRoom();
          for (const { time, samples } of sets) {
            const numbered = [...samples]
              .slice(0, MAX_IN_SET)
              .map(([id, sample]): NumberedSample => [numberOf(id), sample]);
            insert(0, time, new Map(numbered));
          }
          thin(newest.time);
          RESOLUTIONS.forEach(({ most }, level) => {
            if ((counts[level] ?? 0) > most * MAX_SURPLUS) remove(level, (counts[level] ?? 0) - most);
          });
          if (numbers.size > MAX_SUBJECTS) forgetSubjects(new Set(newest.samples.keys()));
        });
      } catch (error) {
        load();
        throw error;
      }
    },
    read({ subject, points, ...span }, recent) {
      const oldest = tables.map(({ first }) => Time.safeParse(first.get()).data?.time ?? null);
      const grid = chooseGrid(span, points, oldest);
      const number = numbers.get(subject);
      const end = grid.from + grid.points * grid.step;
      const stored = number === undefined ? [] : samplesOf(grid.resolution, grid.from, end, number);
      return { step: grid.step, ...columnsOf(grid, [...stored, ...recent.filter(([time]) => !isThere(0, time))]) };
    },
    close: () => db.close(),
  };
}
