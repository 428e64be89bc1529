import { chmodSync, copyFileSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { testTempDir } from '../harness/test/core/testTempDir.ts';
import { RESOLUTIONS } from '../src/media/series/resolutions.ts';
import { joinSamples, type Measurement, type SeriesSample, sampleOf } from '../src/media/series/sample.ts';
import { HISTORY_FILE, type HistoryStore, openHistoryStore, type SampleSet } from './historyStore.ts';
import { faultOf } from './sqliteFile.ts';

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];
const MB = 1024 * 1024;
const BOUND = 160 * MB;
const NOW = 20_000 * DAY;

const LIVE: Measurement = { state: 'live', figures: { kbitOut: 4500, fps: 25, speed: 1, cpu: 7.5, memory: 60 } };
const FAILING: Measurement = { state: 'failing', figures: { kbitOut: 0, fps: 0 } };
const setOf = (
  time: number,
  sample: SeriesSample = sampleOf(LIVE, 10),
  subjects: readonly string[] = ['core'],
): SampleSet => ({
  ...{ time, samples: new Map(subjects.map((subject) => [subject, sample])) },
});
const setsOf = (from: number, to: number, seconds = 10) =>
  Array.from({ length: Math.ceil((to - from) / seconds) }, (_, at) => setOf(from + at * seconds));

function openAt(folder: string, bytes = BOUND) {
  const copies: string[] = [];
  const store = openHistoryStore(folder, bytes, (copy) => copies.push(copy));
  return { store, copies };
}
function newStore(bytes = BOUND) {
  const folder = join(testTempDir(), 'agent');
  const { store } = openAt(folder, bytes);
  return { store, folder, file: join(folder, HISTORY_FILE) };
}
const read = (store: HistoryStore, from: number, to: number, points = 2000) =>
  store.read({ subject: 'core', from, to, points }, []);
const write = (store: HistoryStore, sets: readonly SampleSet[]) => {
  for (let at = 0; at < sets.length; at += 3) store.write(sets.slice(at, at + 3));
};
const observedSeconds = (store: HistoryStore, from: number, to: number, points?: number) =>
  read(store, from, to, points).availability.observedSeconds;

describe('the history store', () => {
  it('returns the same totals at every resolution, including unfinished steps, and after it is opened again', () => {
    const { store, folder } = newStore();
    const end = NOW + 2 * HOUR + 1230;
    write(store, setsOf(NOW, end));
    const readAll = (reader: HistoryStore) =>
      [2000, 200, 20, 3, 1].map((points) => {
        const { step, availability, figures } = read(reader, NOW, end, points);
        return [step, availability.observedSeconds, figures.fps?.mean.find((value) => value !== null)];
      });
    const before = readAll(store);
    expect(before).toEqual([10, 60, 600, HOUR, 3 * HOUR].map((step) => [step, end - NOW, 25]));
    store.close();
    const reopened = openAt(folder);
    expect(readAll(reopened.store)).toEqual(before);
    expect([...reopened.store.subjects()]).toEqual(['core']);
  });

  it('shows a failure of two seconds in a month, and gaps as gaps', () => {
    const { store } = newStore();
    const outage = joinSamples(sampleOf(LIVE, 8), sampleOf(FAILING, 2));
    write(store, [
      ...setsOf(NOW, NOW + HOUR),
      setOf(NOW + HOUR, outage),
      ...setsOf(NOW + HOUR + 10, NOW + 2 * HOUR),
      ...setsOf(NOW + 9 * HOUR, NOW + 11 * HOUR),
    ]);
    const { step, time, figures, seconds, availability } = read(store, NOW, NOW + 30 * DAY, 800);
    expect(step).toBe(HOUR);
    expect(figures.kbitOut?.min.slice(0, 3)).toEqual([4500, 0, null]);
    expect(figures.kbitOut?.max.slice(0, 3)).toEqual([4500, 4500, null]);
    expect(seconds.failing.slice(0, 10)).toEqual([0, 2, ...Array<null>(7).fill(null), 0]);
    expect(time[9]).toBe(NOW + 9 * HOUR);
    expect(availability).toMatchObject({ outages: 1, longestSeconds: 2 });
  });

  it('counts unwritten samples once, whether they are written meanwhile or not', () => {
    const { store } = newStore();
    write(store, setsOf(NOW, NOW + 60));
    const recent = setsOf(NOW + 30, NOW + 90).map(({ time }) => [time, sampleOf(LIVE, 10)] as const);
    const query = { subject: 'core', from: NOW, to: NOW + HOUR, points: 500 };
    expect(store.read(query, recent).availability.observedSeconds).toBe(90);
    expect(store.read({ ...query, subject: 'new' }, recent.slice(3)).availability.observedSeconds).toBe(30);
  });

  it('stores no set twice', () => {
    const { store } = newStore();
    const sets = setsOf(NOW, NOW + 120);
    write(store, sets);
    write(store, sets);
    expect(observedSeconds(store, NOW, NOW + HOUR)).toBe(120);
  });

  it.each([
    ['three days back', -3 * DAY],
    ['to 1970', -NOW],
    ['30 days ahead', 30 * DAY],
    ['five years ahead', 1825 * DAY],
  ])('loses nothing to a clock that is set %s for a while', (_, step) => {
    const { store } = newStore();
    write(store, setsOf(NOW - 5 * DAY, NOW, 600));
    write(store, setsOf(NOW + step, NOW + step + 300));
    write(store, setsOf(NOW, NOW + 300));
    expect(observedSeconds(store, NOW - 5 * DAY, NOW + 300, 500)).toBe(5 * 144 * 10 + 300);
    expect(read(store, NOW - 5 * DAY, NOW + 300, 500).step).toBeLessThan(DAY);
  });

  it('limits the number of samples per resolution', () => {
    const { store, file } = newStore();
    const count = RESOLUTIONS[0].most + 500;
    const sets = setsOf(NOW, NOW + count * HOUR, HOUR);
    for (let at = 0; at < sets.length; at += 12) store.write(sets.slice(at, at + 12));
    store.close();
    const db = new DatabaseSync(file);
    const counts = RESOLUTIONS.map(
      ({ seconds }) => db.prepare(`SELECT count(*) AS n FROM samples_${seconds}`).get()?.n,
    );
    db.close();
    RESOLUTIONS.forEach(({ seconds, most }, at) => {
      const expectedCount = Math.min(most, Math.ceil((count * HOUR) / Math.max(HOUR, seconds)) - (at > 0 ? 1 : 0));
      expect(counts[at]).toBeGreaterThanOrEqual(expectedCount);
      expect(counts[at]).toBeLessThanOrEqual(expectedCount * 1.01);
    });
    openAt(join(file, '..')).store.close();
  }, 120_000);

  it('deletes the oldest of the finest samples when it is full', () => {
    const { store, file } = newStore(4 * MB);
    const subjects = Array.from({ length: 100 }, (_, at) => `subject ${at}`);
    const sets = setsOf(NOW, NOW + 2 * DAY, 60).map(({ time }) =>
      setOf(time, sampleOf(LIVE, 10), ['core', ...subjects]),
    );
    for (let at = 0; at < sets.length; at += 12) store.write(sets.slice(at, at + 12));
    expect(statSync(file).size).toBeLessThanOrEqual(4 * MB);
    expect(statSync(`${file}-wal`).size).toBeLessThanOrEqual(5 * MB);
    expect(observedSeconds(store, NOW, NOW + 2 * DAY, 50)).toBe(2 * 1440 * 10);
    expect(observedSeconds(store, NOW + 2 * DAY - HOUR, NOW + 2 * DAY)).toBe(600);
  }, 120_000);

  it('limits the number of subjects', () => {
    const { store, file } = newStore(3 * MB);
    for (let round = 0; round < 12; round++) {
      const subjects = Array.from({ length: 3000 }, (_, at) => `${round} ${at}`);
      store.write([setOf(NOW + round * 10, sampleOf(LIVE, 10), ['core', ...subjects])]);
    }
    expect([...store.subjects()].length).toBeLessThanOrEqual(5000);
    expect(statSync(file).size).toBeLessThanOrEqual(3 * MB);
    expect(observedSeconds(store, NOW, NOW + HOUR)).toBe(120);
  });

  it('leaves a file of a newer version unchanged', () => {
    const { store, folder, file } = newStore();
    store.close();
    const db = new DatabaseSync(file);
    db.exec('PRAGMA user_version = 3');
    db.close();
    const before = readFileSync(file);
    expect(() => openAt(folder)).toThrow('newer');
    expect(readFileSync(file)).toEqual(before);
    db.open();
    db.exec('PRAGMA user_version = 2');
    db.close();
    openAt(folder).store.close();
  });

  it('opens a file of the version without viewers and keeps its samples', () => {
    const { store, folder, file } = newStore();
    write(store, setsOf(NOW, NOW + 30));
    store.close();
    const db = new DatabaseSync(file);
    db.exec('PRAGMA user_version = 1');
    db.close();
    const { store: next, copies } = openAt(folder);
    next.write([setOf(NOW + 30, sampleOf({ ...LIVE, figures: { viewers: 7 } }, 10))]);
    expect([copies, observedSeconds(next, NOW, NOW + HOUR)]).toEqual([[], 40]);
    expect(read(next, NOW, NOW + 40, 10).figures.viewers?.max).toEqual([null, null, null, 7]);
    next.close();
    db.open();
    expect(db.prepare('PRAGMA user_version').get()?.user_version).toBe(2);
    db.close();
  });

  it('is readable by its owner only', () => {
    const { store, folder, file } = newStore();
    write(store, setsOf(NOW, NOW + 30));
    expect(readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600, 0o600]);
    store.close();
    chmodSync(file, 0o666);
    openAt(folder).store.close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

describe('a damaged history', () => {
  const folder = join(testTempDir(), 'agent');
  const file = join(folder, HISTORY_FILE);
  const whole = `${file}.whole`;
  const previous = openHistoryStore(folder, BOUND);
  for (const set of setsOf(NOW, NOW + 4 * HOUR)) previous.write([set]);
  previous.close();
  copyFileSync(file, whole);

  /** Reads everything like a request; a store that turns out to be damaged is replaced. */
  function readAll(): { seconds: number; isAside: boolean } {
    const { store, copies } = openAt(folder);
    try {
      const seconds = Math.max(
        ...[2000, 300, 30, 4].map((points) => observedSeconds(store, NOW, NOW + 4 * HOUR, points)),
      );
      store.write([setOf(NOW + DAY)]);
      expect(observedSeconds(store, NOW + DAY, NOW + DAY + HOUR)).toBe(10);
      return { seconds, isAside: copies.length > 0 };
    } catch (error) {
      expect(faultOf(error)).toBe('damaged');
      return { seconds: 0, isAside: true };
    } finally {
      store.close();
    }
  }

  it.each(Array.from({ length: 50 }, (_, at) => at / 50))(
    'cut at %f of its length is set aside, or has no additional samples',
    (part) => {
      copyFileSync(whole, file);
      truncateSync(file, Math.floor(statSync(whole).size * part));
      const { seconds, isAside } = readAll();
      expect(isAside || part === 0).toBe(true);
      expect(seconds).toBeLessThanOrEqual(4 * HOUR);
    },
  );

  it.each(Array.from({ length: 50 }, (_, at) => at / 50))(
    'overwritten at %f of its length has no additional samples',
    (part) => {
      copyFileSync(whole, file);
      const bytes = readFileSync(file);
      bytes.fill(0xa5, Math.floor(bytes.length * part), Math.floor(bytes.length * part) + 300);
      writeFileSync(file, bytes);
      expect(readAll().seconds).toBeLessThanOrEqual(4 * HOUR);
    },
  );

  it('stays within the quota together with its copy', () => {
    writeFileSync(file, 'no history');
    writeFileSync(`${file}.damaged`, Buffer.alloc(6 * MB));
    openAt(folder, 8 * MB).store.close();
    writeFileSync(`${file}.damaged`, Buffer.alloc(6 * MB));
    const { store } = openAt(folder, 8 * MB);
    for (let round = 0; round < 1200; round++)
      store.write([
        setOf(
          NOW + round * 10,
          sampleOf(LIVE, 10),
          Array.from({ length: 100 }, (_, at) => `${at}`),
        ),
      ]);
    store.close();
    expect(statSync(file).size).toBeLessThanOrEqual(2 * MB);
  }, 60_000);
});

const vary = (seed: number, usual: number) => usual * (0.9 + 0.2 * ((Math.sin(seed * 12.9898) * 43_758.5453) % 1) ** 2);

it('a history of 400 days with 50 subjects stays within its quota and reads a month in 50 ms @nightly', () => {
  const { store, file } = newStore();
  const subjects = Array.from({ length: 50 }, (_, at) => `restreamer-ui:egress:youtube:${at}`);
  let seed = 0;
  const createSample = (seconds: number): SeriesSample => {
    const nextSample = () => {
      seed++;
      const figures = { kbitOut: vary(seed, 4500), fps: vary(seed + 1, 25), speed: vary(seed + 2, 1) };
      return sampleOf(
        { state: 'live', figures: { ...figures, cpu: vary(seed, 20), memory: vary(seed, 60) } },
        seconds / 2,
      );
    };
    return joinSamples(nextSample(), nextSample());
  };
  let time = NOW - 400 * DAY;
  const startedAt = performance.now();
  let sets: SampleSet[] = [];
  let slowest = 0;
  const end = () => {
    const at = performance.now();
    store.write(sets);
    slowest = Math.max(slowest, performance.now() - at);
    sets = [];
  };
  for (const [until, seconds] of [
    [90, HOUR],
    [8, 15 * MINUTE],
    [1, MINUTE],
    [0, 10],
  ] as const)
    for (; time < NOW - until * DAY; time += seconds) {
      sets.push({ time, samples: new Map(subjects.map((subject) => [subject, createSample(seconds)])) });
      if (sets.length === 3) end();
    }
  end();
  const figures: Record<string, number> = {
    writingSeconds: (performance.now() - startedAt) / 1000,
    slowestWriteMs: slowest,
  };
  const bytes = statSync(file).size;
  expect(bytes).toBeLessThanOrEqual(BOUND);
  figures.megabytes = bytes / MB;
  for (const [label, days, points] of [
    ['hour', 1 / 24, 2000],
    ['day', 1, 2000],
    ['month', 30, 2000],
    ['month with few points', 30, 800],
    ['year', 365, 2000],
  ] as const) {
    const times = Array.from({ length: 7 }, () => {
      const before = process.cpuUsage();
      store.read({ subject: subjects[33] ?? '', from: NOW - days * DAY, to: NOW, points }, []);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    });
    figures[label] = Math.min(...times);
  }
  if (process.env.SHOW_FIGURES) process.stdout.write(`${JSON.stringify(figures)}\n`);
  expect(figures.month).toBeLessThan(50);
}, 600_000);
