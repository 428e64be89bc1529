import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../testing/randomFrom.ts';
import { formatHoldPlaylist, type HoldPlaylist, parseHoldPlaylist } from './holdPlaylist.ts';
import {
  type Hold,
  type HoldLook,
  holdWindow,
  newHold,
  nextLookIn,
  resumedHold,
  stitchPlaylist,
  withoutVanished,
} from './stitchPlaylist.ts';

const SLATE = Array.from({ length: 10 }, (_, index) => ({ file: `hold-x_${index}.ts`, seconds: 2 }));
const SLATE_FILES = /^hold-/;
const STEP = 0.05;

interface SegmentRecord {
  file: string;
  run: number;
  index: number;
  madeAt: number;
  leftAt: number | null;
}

/** Writes HLS like ffmpeg: `epoch` names, `discont_start`, files deleted one segment after they left the list. */
function createIngest(segmentSeconds: readonly number[] = [2], listSize = 6) {
  let run = -1;
  let index = 0;
  let names = 1_000_000;
  let sequence = 0;
  let startedAt: number | null = null;
  let list: { file: string; seconds: number; discontinuity: boolean }[] = [];
  const made = new Map<string, SegmentRecord>();
  let frozenFor = 0;
  const write = (seconds: number, at: number) => {
    const file = `x_${names++}.ts`;
    made.set(file, { file, run, index, madeAt: at, leftAt: null });
    list.push({ file, seconds, discontinuity: index === 0 });
    index++;
    while (list.length > listSize) {
      const removed = list.shift();
      sequence++;
      const entry = removed && made.get(removed.file);
      if (entry) entry.leftAt = at;
    }
  };
  return {
    made,
    state: 'ended' as HoldLook['ingest'],
    picturesSince: null as number | null,
    picturesAt: 0,
    start(at: number) {
      for (const { file } of list) {
        const entry = made.get(file);
        if (entry) entry.leftAt = at;
      }
      run++;
      index = 0;
      names = Math.max(names, 1_000_000 + Math.floor(at) * 10);
      sequence = names;
      list = [];
      startedAt = at;
      frozenFor = 0;
      this.state = 'running';
      this.picturesSince = at;
    },
    /** @param late seconds after which the ingest notices that its encoder has ended */
    end(at: number, how: 'clean' | 'killed', late = 0) {
      if (startedAt !== null && how === 'clean' && at - late - startedAt > 0.2) write(at - late - startedAt, at);
      startedAt = null;
      this.state = 'ended';
      this.picturesSince = null;
    },
    freeze(seconds: number) {
      frozenFor = seconds;
      this.picturesSince = null;
    },
    tick(at: number) {
      if (frozenFor > 0) {
        frozenFor -= STEP;
        if (frozenFor <= 0) this.picturesSince = at;
        return;
      }
      if (startedAt !== null) this.picturesAt = Math.ceil(at);
      for (;;) {
        const seconds = segmentSeconds[index % segmentSeconds.length] ?? 2;
        if (startedAt === null || at - startedAt < seconds) return;
        write(seconds, at);
        startedAt += seconds;
      }
    },
    playlist: (): HoldPlaylist | null =>
      list.length === 0
        ? null
        : {
            sequence,
            discontinuitySequence: 0,
            target: Math.ceil(Math.max(...list.map(({ seconds }) => seconds))),
            entries: list.map((entry) => ({ ...entry })),
          },
    /** Files live one segment longer than the list. */
    has: (file: string, at: number) => {
      const leftAt = made.get(file)?.leftAt ?? null;
      return leftAt === null || at - leftAt < 1.8;
    },
  };
}

type Ingest = ReturnType<typeof createIngest>;
type Event = [at: number, act: (run: Run) => void];

interface Run {
  at: number;
  ingest: Ingest;
  hold: Hold;
  order: HoldLook['order'];
  /** Seconds for which the agent does not poll. */
  away: number;
  reborn: boolean;
  /** Seconds by which the wall clock is changed meanwhile. */
  clockSet: number;
  readonly lists: { at: number; list: HoldPlaylist }[];
  readonly onAir: { at: number; onAir: string }[];
  /** Seconds that the list was behind the clock at most, and ahead of it (negative). */
  lag: { most: number; least: number };
  readersRestarted: number;
}

function play(
  seconds: number,
  events: readonly Event[],
  ingest = createIngest(),
  rules = { window: 5, limit: null as number | null },
): Run {
  const run: Run = {
    at: 0,
    ingest,
    hold: newHold(),
    order: 'auto',
    away: 0,
    reborn: false,
    clockSet: 0,
    lists: [],
    onAir: [],
    lag: { most: 0, least: 0 },
    readersRestarted: 0,
  };
  let nextLook = 0;
  const due = [...events];
  for (; run.at < seconds; run.at = Math.round((run.at + STEP) * 100) / 100) {
    while (due[0] && due[0][0] <= run.at) due.shift()?.[1](run);
    ingest.tick(run.at);
    run.away -= STEP;
    if (run.away > 0 || run.at < nextLook) continue;
    if (run.reborn) {
      run.reborn = false;
      const last = run.lists.at(-1);
      run.hold = last ? resumedHold(last.list, run.at - last.at + run.clockSet, SLATE_FILES, run.at) : newHold();
    }
    const { hold, list, restartReaders } = stitchPlaylist(
      run.hold,
      {
        at: run.at,
        playlist: ingest.playlist(),
        ingest: ingest.state,
        picturesSince: ingest.picturesSince,
        picturesAt: Math.min(ingest.picturesAt, Math.floor(run.at)),
        order: run.order,
        slate: SLATE,
      },
      rules,
    );
    const previous = run.hold;
    run.hold = hold;
    if (restartReaders) run.readersRestarted++;
    if (hold.phase === 'on') {
      const { sequence, discontinuitySequence, target, entries } = hold;
      if (list === 'changed')
        run.lists.push({ at: run.at, list: { sequence, discontinuitySequence, target, entries } });
      run.lag.most = Math.max(run.lag.most, run.at - hold.listedUntil);
      run.lag.least = Math.min(run.lag.least, run.at - hold.listedUntil);
    }
    const onAir = hold.phase === 'on' ? hold.onAir : hold.phase;
    if (onAir !== (previous.phase === 'on' ? previous.onAir : previous.phase)) run.onAir.push({ at: run.at, onAir });
    nextLook = run.at + nextLookIn(hold, run.at);
  }
  return run;
}

/** Lists violations of the rules for published lists. */
function faults({ lists, ingest }: Run): string[] {
  const found: string[] = [];
  const byNumber = new Map<number, { file: string; discontinuity: boolean }>();
  let before: HoldPlaylist | null = null;
  for (const { at, list } of lists) {
    const parsed = parseHoldPlaylist(formatHoldPlaylist(list));
    if (parsed === null || !('entries' in parsed) || parsed.entries.length !== list.entries.length)
      found.push(`${at}: cannot be read`);
    if (before && list.sequence < before.sequence) found.push(`${at}: the sequence fell`);
    if (before && list.target < before.target) found.push(`${at}: the target fell`);
    for (const [index, { file, discontinuity, seconds }] of list.entries.entries()) {
      const number = list.sequence + index;
      const previous = byNumber.get(number);
      if (previous && previous.file !== file) found.push(`${at}: number ${number} was ${previous.file} and is ${file}`);
      if (!previous && !SLATE_FILES.test(file) && !ingest.has(file, at)) found.push(`${at}: ${file} is gone`);
      if (Math.round(seconds) > list.target) found.push(`${at}: ${file} is longer than the target`);
      byNumber.set(number, { file, discontinuity });
    }
    before = list;
  }
  const all = [...byNumber].sort(([a], [b]) => a - b).map(([, entry]) => entry);
  for (const [index, entry] of all.entries()) {
    const last = all[index - 1];
    if (!last) continue;
    const [before, after] = [ingest.made.get(last.file), ingest.made.get(entry.file)];
    const follows =
      before && after
        ? before.run === after.run && before.index + 1 === after.index
        : !before &&
          !after &&
          SLATE.findIndex(({ file }) => file === last.file) + 1 === SLATE.findIndex(({ file }) => file === entry.file);
    if (!follows && !entry.discontinuity) found.push(`${last.file} and ${entry.file} do not belong together, unsaid`);
    if (before && after && before.run === after.run && before.index + 1 !== after.index)
      found.push(`between ${last.file} and ${entry.file} some of one run is left out`);
  }
  return found;
}

const start: Event = [0, ({ ingest, at }) => ingest.start(at)];
const startAt = (time: number): Event => [time, ({ ingest, at }) => ingest.start(at)];
const endAt = (time: number, how: 'clean' | 'killed'): Event => [time, ({ ingest, at }) => ingest.end(at, how)];
const freezeAt = (time: number, seconds: number): Event => [time, ({ ingest }) => ingest.freeze(seconds)];

describe('a stitched list', () => {
  it('does not start before the source does', () => {
    const { lists, onAir } = play(20, [startAt(10)]);
    expect(lists[0]?.at).toBeGreaterThanOrEqual(12);
    expect(onAir.map(({ onAir }) => onAir)).toEqual(['source']);
  });

  it.each<[what: string, ingest: HoldLook['ingest'], picturesSince: number | null]>([
    ['of unknown state', 'unknown', null],
    ['that waits for its encoder', 'ended', null],
    ['that starts', 'running', null],
  ])('does not start with old segments of a source %s', (_, ingest, picturesSince) => {
    const entries = ['a.ts', 'b.ts', 'c.ts'].map((file) => ({ file, seconds: 2, discontinuity: false }));
    const playlist = { target: 2, sequence: 7, discontinuitySequence: 0, entries };
    const snapshot: HoldLook = { at: 100, playlist, ingest, picturesSince, picturesAt: 0, order: 'auto', slate: SLATE };
    const step = stitchPlaylist(newHold(), snapshot, { window: 5, limit: null });
    expect(step).toMatchObject({ hold: { phase: 'waiting' }, list: 'same' });
    const pictures = { ...snapshot, ingest: 'running', picturesSince: 99 } as const;
    expect(stitchPlaylist(newHold(), pictures, { window: 5, limit: null }).list).toBe('changed');
  });

  it.each<[title: string, events: Event[], fault: number, back: number | null]>([
    ['that ends cleanly', [start, endAt(30.7, 'clean'), startAt(40)], 30.7, 40],
    ['that is killed', [start, endAt(31.3, 'killed'), startAt(40)], 31.3, 40],
    ['that freezes for 8 s', [start, freezeAt(31, 8)], 31, 39],
    ['that freezes for 60 s', [start, freezeAt(31, 60)], 31, 91],
    ['that never returns', [start, endAt(30, 'killed')], 30, null],
  ])(
    'shows the slate within 4 s after a source %s, and the source within 12 s of its return',
    (_, events, fault, back) => {
      const run = play(120, events);
      const [began, slate, source] = run.onAir;
      expect(began?.onAir).toBe('source');
      expect(slate?.onAir).toBe('slate');
      expect((slate?.at ?? 0) - fault).toBeLessThanOrEqual(4);
      if (back === null) expect(source).toBeUndefined();
      else expect((source?.at ?? 0) - back).toBeLessThanOrEqual(12);
      expect(run.onAir.length).toBe(back === null ? 2 : 3);
      expect(faults(run)).toEqual([]);
      expect(run.lag.most).toBeLessThanOrEqual(4.1);
      expect(run.lag.least).toBeGreaterThanOrEqual(-2.5);
    },
  );

  it('shows no slate when the source pauses for 1.3 s, or its ingest restarts at once', () => {
    expect(play(60, [start, freezeAt(31.9, 1.3)]).onAir).toHaveLength(1);
    expect(play(60, [start, endAt(30.5, 'clean'), startAt(30.9)]).onAir).toHaveLength(1);
  });

  it('waits longer for a source that fails again and again', () => {
    const falls = Array.from({ length: 5 }, (_, index): Event[] => [
      endAt(20 + 60 * index, 'killed'),
      startAt(24 + 60 * index),
    ]).flat();
    const { onAir } = play(330, [start, ...falls]);
    const waits = onAir.flatMap(({ onAir: input, at }, index) =>
      input === 'source' && index > 0 ? [at - (24 + 60 * ((index - 2) / 2))] : [],
    );
    expect(waits[0]).toBeLessThanOrEqual(12);
    expect(waits[3]).toBeGreaterThan(16);
    expect(waits[4]).toBeGreaterThan(32);
  });

  it.each([
    ['1 s', [1]],
    ['4 s', [4]],
    ['6 s', [6]],
    ['uneven length', [2, 2, 4, 2, 3]],
    ['29.97 pictures a second', [2.002]],
  ])('breaks no rule with segments of %s', (_, segments) => {
    const run = play(150, [start, endAt(60.3, 'killed'), startAt(75)], createIngest(segments));
    expect(run.onAir.map(({ onAir }) => onAir)).toEqual(['source', 'slate', 'source']);
    expect(faults(run)).toEqual([]);
  });

  it('stays on time after the first segment of a run, which may be twice as long as the others', () => {
    const segments = [3.96, ...Array<number>(100).fill(2)];
    const run = play(90, [start, endAt(40.3, 'killed'), startAt(48), endAt(60.3, 'killed')], createIngest(segments));
    expect(run.onAir.map(({ onAir }) => onAir)).toEqual(['source', 'slate', 'source', 'slate']);
    const [, , source, slate] = run.onAir;
    expect(slate && source ? [source.at < 60, slate.at - 60.3 <= 4] : []).toEqual([true, true]);
    expect(run.lag.most).toBeLessThanOrEqual(4.1);
    expect(faults(run)).toEqual([]);
  });

  it('shows the slate within 3 s of an encoder whose end the ingest notices 1.4 s later', () => {
    const run = play(60, [start, [31.7, ({ ingest, at }) => ingest.end(at, 'clean', 1.4)]]);
    expect(run.onAir.map(({ onAir }) => onAir)).toEqual(['source', 'slate']);
    expect((run.onAir[1]?.at ?? 0) - 30.3).toBeLessThanOrEqual(3);
    expect(run.lists.some(({ list }) => list.entries.some(({ seconds }) => seconds < 0.5))).toBe(true);
    expect(faults(run)).toEqual([]);
  });

  it('stays long enough for readers far behind when a source ends with a short segment', () => {
    const { lists, ingest } = play(60, [start, endAt(30.4, 'clean'), startAt(40)]);
    const grown = lists.filter(({ at }) => at > 16);
    expect(grown.some(({ list }) => list.entries.some(({ seconds }) => seconds < 0.5))).toBe(true);
    for (const { at, list } of grown) {
      expect(
        list.entries.reduce((sum, { seconds }) => sum + seconds, 0.01),
        `${at}`,
      ).toBeGreaterThanOrEqual(10);
      for (const { file } of list.entries) expect(SLATE_FILES.test(file) || ingest.has(file, at), file).toBe(true);
    }
  });

  it.each([
    ['10 s', [10]],
    ['20 s', [20]],
    ['60 s', [60]],
    ['2 s and occasionally 10 s', [2, 2, 2, 2, 2, 2, 2, 10]],
  ])('breaks no rule with keyframes every %s, and restarts no reader', (_, segments) => {
    for (const events of [
      [endAt(400.3, 'killed'), startAt(500)],
      [endAt(401, 'clean'), startAt(500)],
      [freezeAt(400.3, 100)],
    ]) {
      const run = play(900, [start, ...events], createIngest(segments));
      expect(run.onAir.map(({ onAir }) => onAir)).toEqual(['source', 'slate', 'source']);
      expect(faults(run)).toEqual([]);
      expect(run.readersRestarted).toBe(0);
      const slateAt = run.onAir[1]?.at ?? 0;
      if (events.length > 1) expect(slateAt - 400).toBeLessThan(8.5);
    }
  });

  it.each([
    ['2 s', [2]],
    ['20 s', [20]],
    ['60 s', [60]],
    ['2 s and occasionally 10 s', [2, 2, 2, 10, 2]],
    ['20 s and occasionally 2 s', [20, 20, 2, 20]],
  ])('lists each segment of %s soon after the source has written it', (_, segments) => {
    const { lists, ingest } = play(400, [start], createIngest(segments));
    const listedAt = new Map<string, number>();
    for (const { at, list } of lists) for (const { file } of list.entries) listedAt.set(file, listedAt.get(file) ?? at);
    const late = [...listedAt].map(([file, at]) => at - (ingest.made.get(file)?.madeAt ?? 0));
    expect(late.length).toBeGreaterThan(4);
    expect(Math.max(...late)).toBeLessThanOrEqual(2.05);
  });

  it('fills the gap after the agent was down, with segments of the source if they still exist', () => {
    for (const reborn of [false, true])
      for (const seconds of [1, 3, 8, 20, 28]) {
        const run = play(90, [
          start,
          [
            30.5,
            (now) => {
              now.away = seconds;
              now.reborn = reborn;
            },
          ],
        ]);
        expect(faults(run), `${seconds} s away`).toEqual([]);
        expect(run.readersRestarted, `${seconds} s away`).toBe(0);
        const { hold } = run;
        expect(hold.phase === 'on' && hold.onAir, `${seconds} s away`).toBe('source');
        expect(hold.phase === 'on' ? run.at - hold.listedUntil : 99, `${seconds} s away`).toBeLessThanOrEqual(2.5);
      }
  });

  it('changes once per segment', () => {
    const { lists } = play(90, [start], createIngest([2, 1.96, 2.04]));
    expect(lists.filter(({ at }) => at > 30)).toHaveLength(30);
  });

  it('is hardly ahead of the clock after the agent was down for long', () => {
    const ahead = Array.from({ length: 24 }, (_, index) => 16 + index / 2).map((seconds) => {
      const run = play(90, [start, [30.5, (now) => Object.assign(now, { away: seconds, reborn: true })]]);
      expect(run.readersRestarted, `${seconds} s away`).toBe(0);
      return -run.lag.least;
    });
    expect(Math.max(...ahead)).toBeLessThanOrEqual(1.5);
  });

  it.each([
    [30 * 86_400, 1],
    [-3 * 86_400, 0],
  ])('continues after a restart of the agent with a clock that was changed by %d s', (clockSet, restarted) => {
    const run = play(90, [start, [30.5, (now) => Object.assign(now, { away: 1, reborn: true, clockSet })]]);
    expect(faults(run)).toEqual([]);
    expect(run.onAir.map(({ onAir }) => onAir)).toEqual(['source']);
    expect(run.readersRestarted).toBe(restarted);
  });

  it('restarts readers after a gap that is too long to fill', () => {
    const run = play(120, [start, [30, (now) => Object.assign(now, { away: 60 })]]);
    expect(run.readersRestarted).toBe(1);
    expect(faults(run)).toEqual([]);
  });

  it('is removed when the operator stops the channel, and when the slate reaches its time limit', () => {
    const stopped = play(60, [start, [30, ({ ingest }) => Object.assign(ingest, { state: 'stopped' })]]);
    expect(stopped.hold.phase).toBe('waiting');
    const limited = play(120, [start, endAt(30, 'killed'), startAt(100)], createIngest(), { window: 5, limit: 60 });
    expect(limited.onAir.map(({ onAir }) => onAir)).toEqual(['source', 'slate', 'waiting', 'source']);
    expect((limited.onAir[2]?.at ?? 0) - (limited.onAir[1]?.at ?? 0)).toBeLessThanOrEqual(61);
  });

  it('follows an order of the operator at once, and returns to the source after it', () => {
    const run = play(90, [
      start,
      [30, (now) => Object.assign(now, { order: 'slate' })],
      [50, (now) => Object.assign(now, { order: 'auto' })],
    ]);
    expect(run.onAir.map(({ onAir }) => onAir)).toEqual(['source', 'slate', 'source']);
    expect((run.onAir[1]?.at ?? 0) - 30).toBeLessThanOrEqual(2);
    expect(faults(run)).toEqual([]);
  });

  it('starts with the slate on an order before the source has started', () => {
    const run = play(120, [
      [1, (now) => Object.assign(now, { order: 'slate' })],
      startAt(30),
      [50, (now) => Object.assign(now, { order: 'auto' })],
      endAt(80, 'killed'),
    ]);
    expect(run.onAir.map(({ onAir }) => onAir)).toEqual(['slate', 'source', 'slate']);
    expect(run.lists[0]?.at).toBeLessThanOrEqual(2.1);
    expect(run.lists[0]?.list.entries).toHaveLength(5);
    expect((run.onAir[1]?.at ?? 0) - 50).toBeLessThanOrEqual(12);
    expect(faults(run)).toEqual([]);
    expect(run.lag.most).toBeLessThanOrEqual(4.1);
    expect(run.readersRestarted).toBe(0);
  });

  it('keeps the slate after the order has ended while the source is still down', () => {
    const run = play(90, [
      [1, (now) => Object.assign(now, { order: 'slate' })],
      [30, (now) => Object.assign(now, { order: 'auto' })],
    ]);
    expect(run.onAir.map(({ onAir }) => onAir)).toEqual(['slate']);
    expect(faults(run)).toEqual([]);
  });

  it.each<[what: string, look: Partial<HoldLook>]>([
    ['without an order', { order: 'auto' }],
    ['of a channel that is stopped', { ingest: 'stopped' }],
    ['while the core reports nothing', { ingest: 'unknown' }],
    ['that was never drawn', { slate: [] }],
  ])('does not start with a slate %s', (_, changed) => {
    const snapshot: HoldLook = {
      ...{ at: 100, playlist: null, ingest: 'ended', picturesSince: null, picturesAt: 0, order: 'slate', slate: SLATE },
      ...changed,
    };
    const rules = { window: 12, limit: null };
    expect(stitchPlaylist(newHold(), snapshot, rules)).toMatchObject({ hold: { phase: 'waiting' }, list: 'same' });
    const { hold } = stitchPlaylist(newHold(), { ...snapshot, order: 'slate', ingest: 'ended', slate: SLATE }, rules);
    expect(hold.phase === 'on' && hold.entries.map(({ discontinuity }) => discontinuity)).toEqual(
      Array.from({ length: 12 }, (_, index) => index === 10),
    );
  });

  it('drops entries whose files are gone from memory', () => {
    const { hold } = play(30, [start]);
    if (hold.phase !== 'on') throw new Error('Nothing is on the air');
    const [, second] = hold.entries;
    const present = new Set(hold.entries.map(({ file }) => file).filter((file) => file !== second?.file));
    const remaining = withoutVanished(hold, present);
    expect(remaining.phase === 'on' && remaining.entries.map(({ file }) => file)).toEqual(
      hold.entries.slice(2).map(({ file }) => file),
    );
    expect(remaining.phase === 'on' && remaining.sequence).toBe(hold.sequence + 2);
  });

  it('breaks no rule in 300 random sequences of failures', () => {
    for (let seed = 1; seed <= Number(process.env.SEEDS ?? 300); seed++) {
      const random = randomFrom(seed);
      const events: Event[] = [start];
      let at = 10;
      for (let number = 0; number < 12; number++) {
        at += 2 + random() * 25;
        const pause = 0.3 + random() * 25;
        const kind = Math.floor(random() * 6);
        if (kind === 0) events.push(endAt(at, 'clean'), startAt(at + pause));
        else if (kind === 1) events.push(endAt(at, 'killed'), startAt(at + pause));
        else if (kind === 2) events.push(freezeAt(at, pause));
        else if (kind === 3) events.push([at, (now) => Object.assign(now, { away: pause, reborn: random() < 0.5 })]);
        else
          events.push(
            [at, (now) => Object.assign(now, { order: 'slate' })],
            [at + pause, (now) => Object.assign(now, { order: 'auto' })],
          );
        at += pause;
      }
      const run = play(at + 120, events, createIngest([2, 2, 2, random() < 0.3 ? 3.5 : 2]));
      expect(faults(run), `seed ${seed}`).toEqual([]);
      expect(run.hold.phase === 'on' && run.hold.onAir, `seed ${seed}`).toBe('source');
    }
  });
});

it("the window of a hold is shorter than the ingest's list, and null if that list is too short", () => {
  expect([0, 3, 4, 5, 6, 7, 40].map(holdWindow)).toEqual([6, null, null, 4, 5, 6, 6]);
});
