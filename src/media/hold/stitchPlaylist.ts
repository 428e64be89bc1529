import type { HoldEntry, HoldPlaylist } from './holdPlaylist.ts';

// All times are seconds of one monotonic clock, unless said otherwise. The figures were measured with ffmpeg 5.1 and
// 7.1 as readers (`-re`, copy) on the embedded core and on datarhei core 16.14.

/** A segment may be this late before the slate takes its place. */
const GRACE = 1.5;
/** The same when the core says that the ingest has ended. */
const GRACE_ENDED = 0.2;
/** Then its next segment, which will not come, is not waited for: a reader that finds none looks again after half a segment. */
const LONGEST_ENDED = 4;
/** What it may be late beyond that while its pictures rise: keyframes of a usual encoder lie up to 10 s apart. */
const LATE_KEYFRAME = 10;
/** Pictures that rise are seen each second. */
const PICTURES_SEEN = 1.3;
const LEAST_ON_SLATE = 5;
/** A source that is back must have delivered this long without a pause. */
const GOOD = 8;
const GOOD_FIRST = 6;
const FALLS_WITHIN = 300;
const FALLS_THAT_DOUBLE = 3;
const LONGEST_GOOD = 64;
/** More than this is not made good in one burst: readers are started anew. */
const MAKE_GOOD = 30;
/** The share of a segment by which the list follows the clock of the source. */
const CLOCK_SHARE = 0.001;
/** A list shorter than this does not show yet how long segments become. */
const YOUNG = 4;
const LOOK_AHEAD = 0.3;
const LOOK_WAITING = 0.25;
const LOOK_ON_SLATE = 1;
/** A shorter segment than usual may come at any time, and readers of long ones have no other. */
const LONGEST_WAIT = 2;

export type OnAir = 'source' | 'slate';
/** What the operator wants on the air; `auto`: the source while it is good. */
export type HoldOrder = 'auto' | OnAir;

export interface HoldRules {
  /** Entries of the list, see `holdWindow`. */
  window: number;
  /** After so long on the slate the list is taken away, and readers end; null: never. */
  limit: number | null;
}

/**
 * How many entries the list has. A file lives one segment longer than it is in the ingest's own list, so the list of
 * the hold is shorter by one; readers begin three before its end. null: too short to be safe.
 * @param listSize of the ingest; 0: it removes nothing
 */
export function holdWindow(listSize: number): number | null {
  if (listSize === 0) return 6;
  return listSize < 5 ? null : Math.min(6, listSize - 1);
}

/** What has been read of the ingest's playlist. A run is one life of its ffmpeg: its time stamps begin anew. */
interface SourceReading {
  run: number;
  sequence: number;
  files: readonly string[];
  /** Of the segments in the list, and of the run before while the list is short. */
  longest: number;
  /** The same of the last list that was not short. */
  usual: number;
}

type Fresh = HoldEntry & { run: number };
type ListedEntry = HoldEntry & { listedAt: number };

interface OnAirList {
  phase: 'on';
  reading: SourceReading;
  entries: readonly ListedEntry[];
  sequence: number;
  discontinuitySequence: number;
  target: number;
  onAir: OnAir;
  since: number;
  /** Time up to which the list reaches. A reader that is given less than time passes never recovers its reserve. */
  listedUntil: number;
  /** When the next segment of the source is expected. */
  due: number;
  /** The writer of the last entry; null: not known. */
  end: { of: 'slate' } | { of: 'run'; run: number } | null;
  /** Something of the run at the end was left out since. */
  hole: boolean;
  /** Position in the slate. */
  slateAt: number;
  good: { seconds: number; since: number; lastAt: number };
  falls: readonly number[];
}

/** `waiting`: there is no list, so readers fail and retry as without the hold. */
export type Hold = { phase: 'waiting'; reading: SourceReading } | OnAirList;

export interface HoldLook {
  at: number;
  /** The ingest's; null: it has none, or it could not be read. */
  playlist: HoldPlaylist | null;
  /** `stopped`: by an operator. `unknown`: the core does not answer. */
  ingest: 'running' | 'ended' | 'stopped' | 'unknown';
  /** Since when the ingest has pictures without a pause; null: it has none, or that is not known. */
  picturesSince: number | null;
  /** When it was seen for the last time that it has more of them. */
  picturesAt: number;
  order: HoldOrder;
  /** Segments of the slate that are in the core's memory; none: there is nothing to hold with. */
  slate: readonly Pick<HoldEntry, 'file' | 'seconds'>[];
}

export interface StitchStep {
  hold: Hold;
  list: 'same' | 'changed' | 'gone';
  /** More was missed than can be made good: readers stay behind for ever unless they are started anew. */
  restartReaders: boolean;
}

const NOTHING_READ: SourceReading = { run: 0, sequence: -1, files: [], longest: 2, usual: 2 };

export const newHold = (): Hold => ({ phase: 'waiting', reading: NOTHING_READ });

/** Segments of before stay in memory while a channel waits for its encoder. */
const isLive = (fresh: readonly Fresh[], { ingest, picturesSince }: HoldLook) =>
  fresh.length > 0 && ingest === 'running' && picturesSince !== null;

/**
 * The next state of a channel's list.
 * @param before of the look before, or `newHold`, or `resumedHold`
 */
export function stitchPlaylist(before: Hold, look: HoldLook, rules: HoldRules): StitchStep {
  const { reading, fresh, continues } = readSource(before.reading, look.playlist);
  const same = (hold: Hold): StitchStep => ({ hold, list: 'same', restartReaders: false });
  if (look.ingest === 'stopped' || (before.phase === 'on' && limitReached(before, look, rules)))
    return { ...same({ phase: 'waiting', reading }), list: before.phase === 'on' ? 'gone' : 'same' };
  if (before.phase === 'waiting') {
    const alone = slateAlone(look, rules);
    if (alone !== null)
      return { hold: { ...begin(reading, [], look.at), ...alone }, list: 'changed', restartReaders: false };
    if (!isLive(fresh, look) || look.order === 'slate') return same({ phase: 'waiting', reading });
    const hold = begin(reading, fresh.slice(-rules.window), look.at);
    return { hold, list: 'changed', restartReaders: false };
  }
  return goOn({ ...before, reading }, fresh, continues, look, rules);
}

const limitReached = ({ onAir, since }: OnAirList, { at, order }: HoldLook, { limit }: HoldRules) =>
  limit !== null && order === 'auto' && onAir === 'slate' && at - since >= limit;

/** Names of a run do not come back. Where none is the same, it is a new run or too much was missed: then nothing is said. */
function readSource(
  before: SourceReading,
  playlist: HoldPlaylist | null,
): { reading: SourceReading; fresh: readonly Fresh[]; continues: boolean } {
  if (playlist === null || playlist.entries.length === 0) return { reading: before, fresh: [], continues: true };
  const { sequence, entries } = playlist;
  const known = new Set(before.files);
  const lastKnown = entries.findLastIndex(({ file }) => known.has(file));
  const continues = sequence >= before.sequence && lastKnown >= 0;
  const run = continues ? before.run : before.run + 1;
  // The first of a run is longer where the encoder was joined between two keyframes.
  const later = entries.filter(({ discontinuity }) => !discontinuity);
  const isYoung = entries.length < YOUNG;
  const longest = Math.max(
    ...(later.length > 0 ? later : entries).map(({ seconds }) => seconds),
    isYoung ? before.usual : 0,
  );
  return {
    reading: {
      ...{ run, sequence, longest, usual: isYoung ? before.usual : longest },
      files: entries.map(({ file }) => file),
    },
    fresh: entries.slice(continues ? lastKnown + 1 : 0).map((entry) => ({ ...entry, run })),
    continues: continues || before.files.length === 0,
  };
}

function begin(reading: SourceReading, entries: readonly Fresh[], at: number): OnAirList {
  return {
    phase: 'on',
    reading,
    entries: entries.map(({ file, seconds, discontinuity }, index) => ({
      file,
      seconds,
      discontinuity: discontinuity && index > 0,
      listedAt: at,
    })),
    sequence: 0,
    discontinuitySequence: 0,
    target: Math.ceil(reading.longest),
    onAir: 'source',
    since: at,
    listedUntil: at,
    due: at + reading.longest,
    end: { of: 'run', run: reading.run },
    hole: false,
    slateAt: 0,
    good: { seconds: 0, since: at, lastAt: at },
    falls: [],
  };
}

/** A list that begins with the slate, as an order wants it before the source is there; null: it cannot or must not. */
function slateAlone({ at, order, ingest, slate }: HoldLook, { window }: HoldRules) {
  if (order !== 'slate' || (ingest !== 'running' && ingest !== 'ended') || slate.length === 0) return null;
  const entries = Array.from({ length: Math.ceil(window / slate.length) }, () => slate)
    .flatMap((pieces) => pieces.map((piece, index) => ({ ...piece, discontinuity: index === 0, listedAt: at })))
    .slice(0, window);
  return {
    entries: entries.map((entry, index) => (index === 0 ? { ...entry, discontinuity: false } : entry)),
    target: Math.ceil(Math.max(...slate.map(({ seconds }) => seconds))),
    onAir: 'slate',
    end: { of: 'slate' },
    slateAt: entries.length,
  } as const;
}

/**
 * Goes on with the list that an agent before has written.
 * @param written its age in seconds
 * @param onAirFor seconds for which the same was on the air, so that the limit counts on
 */
export function resumedHold(
  list: HoldPlaylist,
  written: number,
  slateFiles: RegExp,
  at: number,
  onAirFor: number = LEAST_ON_SLATE,
): Hold {
  const last = list.entries.at(-1);
  if (last === undefined) return newHold();
  const onAir = slateFiles.test(last.file) ? 'slate' : 'source';
  const ofSource = list.entries.filter(({ file }) => !slateFiles.test(file)).map(({ file }) => file);
  return {
    phase: 'on',
    // What is listed has been read; what follows it in the ingest's list has been missed.
    reading: { ...NOTHING_READ, files: ofSource, longest: last.seconds, usual: last.seconds },
    ...list,
    entries: list.entries.map((entry) => ({ ...entry, listedAt: at - MAKE_GOOD })),
    onAir,
    since: at - onAirFor,
    listedUntil: at - Math.max(0, written),
    due: at - Math.max(0, written) + last.seconds,
    end: onAir === 'slate' ? { of: 'slate' } : { of: 'run', run: 0 },
    hole: false,
    slateAt: 0,
    good: { seconds: 0, since: at, lastAt: at },
    falls: [],
  };
}

function goOn(
  before: OnAirList,
  fresh: readonly Fresh[],
  continues: boolean,
  look: HoldLook,
  { window }: HoldRules,
): StitchStep {
  const { at, order, slate, ingest, picturesAt } = look;
  const next: OnAirList = { ...before, good: goodAfter(before, fresh, look) };
  const lag = () => at - next.listedUntil;
  const append = ({ file, seconds }: Pick<HoldEntry, 'file' | 'seconds'>, discontinuity: boolean) => {
    next.entries = [...next.entries, { file, seconds, discontinuity, listedAt: at }];
    next.listedUntil += seconds;
    next.target = Math.max(next.target, Math.ceil(seconds));
  };
  const appendSlate = () => {
    const piece = slate[next.slateAt % slate.length];
    if (!piece) return false;
    append(piece, next.end?.of !== 'slate' || next.slateAt % slate.length === 0);
    next.end = { of: 'slate' };
    next.slateAt++;
    return true;
  };
  const toSlate = () => {
    if (order === 'auto') next.falls = [...next.falls.filter((fall) => at - fall < FALLS_WITHIN), at];
    Object.assign(next, { onAir: 'slate', since: at, slateAt: 0, good: { ...next.good, seconds: 0 } });
  };

  // Nothing was missed while a long segment was waited for.
  const restartReaders = lag() - before.reading.longest > MAKE_GOOD;
  if (restartReaders)
    Object.assign(next, {
      listedUntil: at - lengthOf(fresh),
      due: Math.max(next.due, at + before.reading.longest),
    });
  const may = maySource(next, look);
  if (may && fresh.length > 0) takeSource();
  while (next.onAir === 'source' ? isLate() : lag() > pause()) {
    if (next.onAir === 'source') toSlate();
    if (!appendSlate() || lag() <= 0) break;
  }
  // An entry stays until readers have had time to find it, also when much is made good at once. One too many goes with
  // the next segment: each change is a writing.
  const most = next.entries.length > before.entries.length ? window : window + 1;
  while (next.entries.length > most && at - (next.entries[0]?.listedAt ?? at) > 3 * before.reading.longest) {
    if (isShort()) break;
    shift(next);
  }
  const changed = next.listedUntil !== before.listedUntil || next.entries.length !== before.entries.length;
  return { hold: next, list: changed ? 'changed' : 'same', restartReaders };

  function takeSource() {
    const back = next.onAir === 'slate';
    // What was missed while nobody looked, beyond what the source still has.
    const missing = back ? 0 : lag() - lengthOf(fresh);
    // The next segment of the source is nearly there on average: a list that is ahead of the clock leaves readers behind.
    const piece = slate[0]?.seconds ?? 0;
    if (missing > before.reading.longest) while (lag() - lengthOf(fresh) > piece && appendSlate());
    if (back || !continues) next.hole = true;
    for (const segment of back ? fresh.slice(-1) : fresh) {
      const early = back ? lag() < segment.seconds / 2 : lag() < -0.75 * segment.seconds;
      // After a freeze the source catches up; on the slate the border nearest to the clock is waited for.
      if (early) {
        next.hole = true;
        continue;
      }
      const sameRun = next.end?.of === 'run' && next.end.run === segment.run;
      // A hole of some seconds in one run is a jump that ffmpeg keeps, or mends in audio and not in video: with a piece
      // of the slate in between it becomes two jumps of hours, which it mends.
      if (next.hole && next.end?.of === 'run' && (sameRun || !segment.discontinuity)) {
        next.slateAt = 0;
        appendSlate();
      }
      append(segment, segment.discontinuity || next.hole || !sameRun);
      next.hole = false;
      next.end = { of: 'run', run: segment.run };
      next.due = at + before.reading.longest;
      if (next.onAir === 'slate') Object.assign(next, { onAir: 'source', since: at });
      next.listedUntil += Math.max(-CLOCK_SHARE * segment.seconds, Math.min(CLOCK_SHARE * segment.seconds, lag()));
    }
  }
  /**
   * With the last, short segment of a run, or while the list is ahead of the clock, a reader far behind finds its place
   * only if the first entry stays.
   */
  function isShort() {
    const [first, ...others] = next.entries;
    const isSafe = slate.some(({ file }) => file === first?.file) || next.reading.files.includes(first?.file ?? '');
    return isSafe && lengthOf(others) + Math.min(0, lag()) < (window - 0.5) * (slate[0]?.seconds ?? 0);
  }
  function isLate() {
    if (order === 'slate') return true;
    return at - due() > grace() && slate.length > 0;
  }
  function due() {
    if (ingest !== 'ended') return next.due;
    const { longest } = before.reading;
    // What it wrote at its end came late and is short: after that nothing comes, so the clock of the list counts.
    return Math.min(next.due - Math.max(0, longest - LONGEST_ENDED), next.listedUntil + longest);
  }
  function grace() {
    if (ingest === 'ended') return GRACE_ENDED;
    if (at - picturesAt < PICTURES_SEEN) return GRACE + LATE_KEYFRAME;
    const { files, longest } = before.reading;
    return GRACE + (files.length < YOUNG ? Math.min(longest, LATE_KEYFRAME) : 0);
  }
  /** While the source may come back at any moment its segment is waited for. */
  function pause() {
    const piece = slate[0]?.seconds ?? 0;
    return may ? before.reading.longest / 2 + piece : piece;
  }
}

const lengthOf = (entries: readonly Pick<HoldEntry, 'seconds'>[]) =>
  entries.reduce((sum, { seconds }) => sum + seconds, 0);

function shift(list: OnAirList): void {
  const [gone, ...entries] = list.entries;
  list.entries = entries;
  list.sequence++;
  if (gone?.discontinuity) list.discontinuitySequence++;
}

/** Media that came without a pause, on the air or not. */
function goodAfter({ good, reading }: OnAirList, fresh: readonly Fresh[], { at }: HoldLook): OnAirList['good'] {
  const paused = at - good.lastAt > reading.longest + GRACE + 1 || fresh[0]?.discontinuity === true;
  const seconds = (paused ? 0 : good.seconds) + lengthOf(fresh);
  const [first] = fresh;
  if (!first) return { ...good, seconds };
  return { seconds, since: seconds === lengthOf(fresh) ? at - first.seconds : good.since, lastAt: at };
}

function maySource({ onAir, since, good, falls }: OnAirList, { at, order, ingest, picturesSince }: HoldLook): boolean {
  if (order !== 'auto') return order === 'source';
  if (onAir === 'source') return true;
  if (ingest === 'ended' || at - since < LEAST_ON_SLATE || good.seconds === 0) return false;
  const recent = falls.filter((fall) => at - fall < FALLS_WITHIN).length;
  const needed =
    recent <= 1 ? GOOD_FIRST : Math.min(LONGEST_GOOD, GOOD * 2 ** Math.max(0, recent - FALLS_THAT_DOUBLE + 1));
  // By the clock too: what comes in one burst after a freeze has shown nothing yet.
  return (
    Math.max(good.seconds, at - (picturesSince ?? at)) >= needed &&
    at - Math.min(good.since, picturesSince ?? at) >= needed
  );
}

/** Without the entries from the oldest one to the newest that is gone, as after a core has lost its memory. */
export function withoutVanished(hold: Hold, present: ReadonlySet<string>): Hold {
  if (hold.phase !== 'on') return hold;
  const kept = { ...hold };
  for (let left = hold.entries.findLastIndex(({ file }) => !present.has(file)); left >= 0; left--) shift(kept);
  return kept;
}

/** Seconds until it is worth looking again. After a segment nothing comes for nearly its length. */
export function nextLookIn(hold: Hold, at: number): number {
  if (hold.phase === 'waiting') return LOOK_ON_SLATE;
  if (hold.onAir === 'slate') return hold.good.seconds > 0 ? LOOK_WAITING : LOOK_ON_SLATE;
  const last = hold.entries.at(-1);
  // `due` is later while it is not known how long segments become.
  const expected = last === undefined ? hold.due : Math.min(hold.due, last.listedAt + last.seconds);
  return Math.max(LOOK_WAITING, Math.min(LONGEST_WAIT, expected - LOOK_AHEAD - at));
}
