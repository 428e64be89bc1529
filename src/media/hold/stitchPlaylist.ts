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
/** A backup that is good is no hurry. */
const LEAST_ON_BACKUP = 8;
/** A backup without a recent fall must have delivered this long to take the place of the slate. */
const UP = 2;
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

export type OnAir = 'source' | 'backup' | 'slate';
/** What the operator wants on the air; `auto`: the source while it is good, then the backups in their order. */
export type HoldOrder = 'auto' | OnAir;

/** The number of an input: the source of the channel, or one of its backups, from 1 on. */
const MAIN = 0;
/** Runs of all inputs have numbers of their own. */
const MOST_RUNS = 1_000_000;

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

/** What one input delivers, on the air or not: its health is its own. */
interface InputTrack {
  reading: SourceReading;
  good: { seconds: number; since: number; lastAt: number };
  falls: readonly number[];
}
type Tracks = Readonly<Record<number, InputTrack>>;

interface OnAirList {
  phase: 'on';
  tracks: Tracks;
  /** The input on the air, or the one that was there before the slate. */
  input: number;
  /** An input of a higher priority that is good again: its next segment at a border is waited for. */
  wanted: number | null;
  /** Segments of the input on the air that wait meanwhile. */
  pending: readonly Fresh[];
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
}

/** `waiting`: there is no list, so readers fail and retry as without the hold. */
export type Hold = { phase: 'waiting'; tracks: Tracks } | OnAirList;

interface InputLook {
  /** The one of its process; null: it has none, or it could not be read. */
  playlist: HoldPlaylist | null;
  /** `stopped`: by an operator. `unknown`: the core does not answer. */
  ingest: 'running' | 'ended' | 'stopped' | 'unknown';
  /** Since when it has pictures without a pause; null: it has none, or that is not known. */
  picturesSince: number | null;
  /** When it was seen for the last time that it has more of them. */
  picturesAt: number;
}

/** One backup of the channel at a look. */
export interface BackupLook extends InputLook {
  /** From 1 on, the same as long as it is a backup of the channel. */
  id: number;
  /** Its format can follow that of the source. */
  isUsable: boolean;
}

export interface HoldLook extends InputLook {
  at: number;
  /** In their order. */
  backups?: readonly BackupLook[];
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

const newTrack = (id: number, at: number): InputTrack => ({
  reading: { ...NOTHING_READ, run: id * MOST_RUNS },
  good: { seconds: 0, since: at, lastAt: at },
  falls: [],
});

export const newHold = (): Hold => ({ phase: 'waiting', tracks: {} });

/** An input as it is at this look. */
interface SeenInput extends BackupLook {
  track: InputTrack;
  fresh: readonly Fresh[];
  continues: boolean;
}

/** The source first, then its backups. */
function seeInputs({ tracks }: Hold, look: HoldLook): SeenInput[] {
  const { at, playlist, ingest, picturesSince, picturesAt, backups = [] } = look;
  const main = { id: MAIN, isUsable: true, playlist, ingest, picturesSince, picturesAt };
  return [main, ...backups].map((input) => {
    const known = tracks[input.id];
    const before = known ?? newTrack(input.id, at);
    const { reading, fresh, continues } = readSource(before.reading, input.playlist);
    // What a backup had before it was looked at for the first time says nothing about it now.
    const isNews = known !== undefined || input.id === MAIN;
    return { ...input, track: { ...before, reading }, fresh: isNews ? fresh : [], continues };
  });
}

const tracksOf = (inputs: readonly SeenInput[]): Tracks =>
  Object.fromEntries(inputs.map(({ id, track }) => [id, track]));

/** Segments of before stay in memory while a channel waits for its encoder. */
const isLive = ({ fresh, ingest, picturesSince }: SeenInput) =>
  fresh.length > 0 && ingest === 'running' && picturesSince !== null;

/**
 * The next state of a channel's list.
 * @param before of the look before, or `newHold`, or `resumedHold`
 */
export function stitchPlaylist(before: Hold, look: HoldLook, rules: HoldRules): StitchStep {
  const { at, order } = look;
  const inputs = seeInputs(before, look);
  const isOver = look.ingest === 'stopped' || (before.phase === 'on' && limitReached(before, look, rules));
  if (before.phase === 'on' && !isOver) return goOn(before, inputs, look, rules);
  const judged = inputs.map((input) => (input.id === MAIN ? input : judgedInput(input, at)));
  const same: StitchStep = {
    ...{ hold: { phase: 'waiting', tracks: tracksOf(judged) }, restartReaders: false },
    list: before.phase === 'on' ? 'gone' : 'same',
  };
  const [main] = judged;
  const alone = isOver ? null : slateAlone(look, rules);
  if (main && alone) {
    const begun = begin(tracksOf(judged), { ...main, fresh: [] }, rules.window, at);
    return { hold: { ...begun, ...alone }, list: 'changed', restartReaders: false };
  }
  if (isOver || order === 'slate') return same;
  const first = judged.find((input) =>
    input.id === MAIN ? isLive(input) : input.fresh.length > 0 && isUp(input, at) && input.track.good.seconds >= GOOD,
  );
  if (first === undefined) return same;
  return { hold: begin(tracksOf(judged), first, rules.window, at), list: 'changed', restartReaders: false };
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

const onAirOf = (id: number): OnAir => (id === MAIN ? 'source' : 'backup');

function begin(tracks: Tracks, { id, track, fresh }: SeenInput, window: number, at: number): OnAirList {
  const { reading } = track;
  const good = { seconds: 0, since: at, lastAt: at };
  return {
    phase: 'on',
    tracks: { ...tracks, [id]: { ...track, good } },
    ...{ input: id, wanted: null, pending: [] },
    entries: fresh.slice(-window).map(({ file, seconds, discontinuity }, index) => ({
      file,
      seconds,
      discontinuity: discontinuity && index > 0,
      listedAt: at,
    })),
    sequence: 0,
    discontinuitySequence: 0,
    target: Math.ceil(reading.longest),
    onAir: onAirOf(id),
    since: at,
    listedUntil: at,
    due: at + reading.longest,
    end: { of: 'run', run: reading.run },
    hole: false,
    slateAt: 0,
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
 * @param backupOf the number of the backup that a file is of; null: of none
 */
export function resumedHold(
  list: HoldPlaylist,
  written: number,
  slateFiles: RegExp,
  at: number,
  onAirFor: number = LEAST_ON_SLATE,
  backupOf: (file: string) => number | null = () => null,
): Hold {
  const last = list.entries.at(-1);
  if (last === undefined) return newHold();
  const isSlate = (file: string) => slateFiles.test(file);
  const inputOf = (file: string) => backupOf(file) ?? MAIN;
  const ofInputs = list.entries.map(({ file }) => file).filter((file) => !isSlate(file));
  const input = isSlate(last.file) ? MAIN : inputOf(last.file);
  const tracks = [...new Set([MAIN, ...ofInputs.map(inputOf)])].map((id): [number, InputTrack] => {
    const track = newTrack(id, at);
    // What is listed has been read; what follows it in the input's list has been missed.
    const files = ofInputs.filter((file) => inputOf(file) === id);
    return [id, { ...track, reading: { ...track.reading, files, longest: last.seconds, usual: last.seconds } }];
  });
  return {
    phase: 'on',
    tracks: Object.fromEntries(tracks),
    ...{ input, wanted: null, pending: [] },
    ...list,
    entries: list.entries.map((entry) => ({ ...entry, listedAt: at - MAKE_GOOD })),
    onAir: isSlate(last.file) ? 'slate' : onAirOf(input),
    since: at - onAirFor,
    listedUntil: at - Math.max(0, written),
    due: at - Math.max(0, written) + last.seconds,
    end: isSlate(last.file) ? { of: 'slate' } : { of: 'run', run: input * MOST_RUNS },
    hole: false,
    slateAt: 0,
  };
}

function goOn(before: OnAirList, seen: readonly SeenInput[], look: HoldLook, { window }: HoldRules): StitchStep {
  const { at, order, slate } = look;
  const inputs = seen.map((input) => judgedInput(input, at));
  const next: OnAirList = { ...before, tracks: tracksOf(inputs) };
  // A backup that is none any more has nothing to give, and the source is waited for.
  const isGone = before.onAir === 'backup' && !inputs.some(({ id }) => id === before.input);
  const current = inputs.find(({ id }) => id === before.input) ?? absent(before, at);
  const { longest } = current.track.reading;
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
  const change = (id: number, changed: Partial<InputTrack>) => {
    const track = next.tracks[id];
    if (track) next.tracks = { ...next.tracks, [id]: { ...track, ...changed } };
  };
  const fall = () => {
    const { falls, good } = current.track;
    const counted = order === 'auto' ? [...falls.filter((one) => at - one < FALLS_WITHIN), at] : falls;
    change(current.id, { falls: counted, good: { ...good, seconds: 0 } });
    next.pending = [];
  };

  const ranks = order === 'backup' ? [...inputs.slice(1), ...inputs.slice(0, 1)] : inputs;
  const better = betterInput();
  next.wanted = before.onAir === 'slate' ? null : (better?.id ?? null);
  /** The input whose segments may be taken. */
  const taken = before.onAir === 'slate' ? better : current;
  const fresh = [...before.pending, ...current.fresh];
  next.pending = [];

  // Nothing was missed while a long segment was waited for.
  const restartReaders = lag() - longest > MAKE_GOOD;
  if (restartReaders) Object.assign(next, { listedUntil: at - lengthOf(fresh), due: Math.max(next.due, at + longest) });
  if (better !== null && before.onAir !== 'slate') changeTo(better);
  else if (order !== 'slate' && taken !== null && !isGone && freshOf(taken).length > 0)
    takeSource(taken, freshOf(taken));
  while (next.onAir !== 'slate' ? isLate() : lag() > pause()) {
    if (next.onAir !== 'slate') {
      fall();
      const other = order === 'slate' ? undefined : otherInput();
      if (other !== undefined) {
        takeOver(other);
        break;
      }
      Object.assign(next, { onAir: 'slate', since: at, slateAt: 0 });
    }
    if (!appendSlate() || lag() <= 0) break;
  }
  // An entry stays until readers have had time to find it, also when much is made good at once. One too many goes with
  // the next segment: each change is a writing.
  const most = next.entries.length > before.entries.length ? window : window + 1;
  while (next.entries.length > most && at - (next.entries[0]?.listedAt ?? at) > 3 * longest) {
    if (isShort()) break;
    shift(next);
  }
  const changed = next.listedUntil !== before.listedUntil || next.entries.length !== before.entries.length;
  return { hold: next, list: changed ? 'changed' : 'same', restartReaders };

  function freshOf(input: SeenInput) {
    return input.id === current.id ? fresh : input.fresh;
  }
  /** null: what is on the air stays. */
  function betterInput(): SeenInput | null {
    if (order === 'slate') return null;
    if (order === 'source') return before.input === MAIN && before.onAir !== 'slate' ? null : (inputs[0] ?? null);
    const above = before.onAir === 'slate' ? ranks : ranks.slice(0, Math.max(0, ranks.indexOf(current)));
    return above.find((input) => mayTake(before, input, look)) ?? null;
  }
  /** From one input to another at a border, as from the slate; what comes of the old one waits for that. */
  function changeTo(input: SeenInput) {
    const segment = input.fresh.at(-1);
    if (segment && lag() >= segment.seconds / 2) {
      next.hole = false;
      return takeFirst(input, [segment]);
    }
    if (fresh.length > 0 && lag() > input.track.reading.longest / 2 + lengthOf(fresh.slice(0, 1)))
      return takeSource(current, fresh);
    next.pending = fresh;
    if (!current.continues) next.hole = true;
  }
  /** The best one of the others that delivers. */
  function otherInput() {
    return ranks.find((input) => input !== current && isUp(input, at) && unlistedOf(input).length > 0);
  }
  /** What it has made after all that is listed already. */
  function unlistedOf({ playlist }: SeenInput) {
    const entries = playlist?.entries ?? [];
    const last = entries.findLastIndex(({ file }) => next.entries.some((listed) => listed.file === file));
    return entries.slice(last + 1);
  }
  /** At a fall: what the other has made already, as long as the list is short of time. */
  function takeOver(input: SeenInput) {
    const entries = unlistedOf(input);
    let first = entries.length - 1;
    while (first > 0 && lag() - lengthOf(entries.slice(first)) > (entries[first]?.seconds ?? 0) / 2) first--;
    next.hole = false;
    takeFirst(
      input,
      entries.slice(first).map((entry) => ({ ...entry, run: input.track.reading.run })),
    );
  }
  function takeFirst({ id, track }: SeenInput, segments: readonly Fresh[]) {
    const { reading, good } = track;
    for (const [index, segment] of segments.entries()) append(segment, index === 0 || segment.discontinuity);
    Object.assign(next, { onAir: onAirOf(id), input: id, since: at, wanted: null, pending: [] });
    next.end = { of: 'run', run: reading.run };
    next.due = Math.max(at, good.lastAt) + reading.longest;
  }

  function takeSource(input: SeenInput, fresh: readonly Fresh[]) {
    const { reading } = input.track;
    const back = next.onAir === 'slate';
    // What was missed while nobody looked, beyond what the source still has.
    const missing = back ? 0 : lag() - lengthOf(fresh);
    // The next segment of the source is nearly there on average: a list that is ahead of the clock leaves readers behind.
    const piece = slate[0]?.seconds ?? 0;
    if (missing > reading.longest) while (lag() - lengthOf(fresh) > piece && appendSlate());
    if (back || !input.continues) next.hole = true;
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
      next.due = at + reading.longest;
      if (next.onAir === 'slate') Object.assign(next, { onAir: onAirOf(input.id), input: input.id, since: at });
      next.listedUntil += Math.max(-CLOCK_SHARE * segment.seconds, Math.min(CLOCK_SHARE * segment.seconds, lag()));
    }
  }
  /**
   * With the last, short segment of a run, or while the list is ahead of the clock, a reader far behind finds its place
   * only if the first entry stays.
   */
  function isShort() {
    const [first, ...others] = next.entries;
    const isSafe =
      slate.some(({ file }) => file === first?.file) ||
      inputs.some(({ track }) => track.reading.files.includes(first?.file ?? ''));
    return isSafe && lengthOf(others) + Math.min(0, lag()) < (window - 0.5) * (slate[0]?.seconds ?? 0);
  }
  function isLate() {
    if (order === 'slate') return true;
    if (next.input !== current.id || (slate.length === 0 && otherInput() === undefined)) return false;
    return isGone || !current.isUsable || at - due() > grace();
  }
  function due() {
    if (current.ingest !== 'ended') return next.due;
    // What it wrote at its end came late and is short: after that nothing comes, so the clock of the list counts.
    return Math.min(next.due - Math.max(0, longest - LONGEST_ENDED), next.listedUntil + longest);
  }
  function grace() {
    if (current.ingest === 'ended') return GRACE_ENDED;
    if (at - current.picturesAt < PICTURES_SEEN) return GRACE + LATE_KEYFRAME;
    const { files } = current.track.reading;
    return GRACE + (files.length < YOUNG ? Math.min(longest, LATE_KEYFRAME) : 0);
  }
  /** While an input may come back at any moment its segment is waited for. */
  function pause() {
    const piece = slate[0]?.seconds ?? 0;
    return better === null ? piece : better.track.reading.longest / 2 + piece;
  }
}

const absent = ({ input, tracks }: OnAirList, at: number): SeenInput => ({
  ...{ id: input, isUsable: false, playlist: null, ingest: 'ended', picturesSince: null, picturesAt: 0 },
  ...{ track: tracks[input] ?? newTrack(input, at), fresh: [], continues: true },
});

const lengthOf = (entries: readonly Pick<HoldEntry, 'seconds'>[]) =>
  entries.reduce((sum, { seconds }) => sum + seconds, 0);

function shift(list: OnAirList): void {
  const [gone, ...entries] = list.entries;
  list.entries = entries;
  list.sequence++;
  if (gone?.discontinuity) list.discontinuitySequence++;
}

/** Media that came without a pause, on the air or not. */
function judgedInput(input: SeenInput, at: number): SeenInput {
  const { track, fresh } = input;
  const { good, reading } = track;
  const paused = at - good.lastAt > reading.longest + GRACE + 1 || fresh[0]?.discontinuity === true;
  const seconds = (paused ? 0 : good.seconds) + lengthOf(fresh);
  const [first] = fresh;
  const judged = first
    ? { seconds, since: seconds === lengthOf(fresh) ? at - first.seconds : good.since, lastAt: at }
    : { ...good, seconds };
  return { ...input, track: { ...track, good: judged } };
}

/** It delivers just now. */
const isUp = ({ isUsable, ingest, picturesSince, playlist, track: { good, reading } }: SeenInput, at: number) =>
  isUsable &&
  ingest === 'running' &&
  picturesSince !== null &&
  (playlist?.entries.length ?? 0) > 0 &&
  good.seconds >= Math.min(UP, reading.longest) &&
  at - good.lastAt <= reading.longest + GRACE;

/** How long an input must have been good to be taken of itself. */
function neededOf({ id, track: { falls } }: SeenInput, onAir: OnAir, at: number): number {
  const recent = falls.filter((fall) => at - fall < FALLS_WITHIN).length;
  if (id !== MAIN && recent === 0) return onAir === 'slate' ? UP : GOOD;
  return recent <= 1 ? GOOD_FIRST : Math.min(LONGEST_GOOD, GOOD * 2 ** Math.max(0, recent - FALLS_THAT_DOUBLE + 1));
}

/** Whether an input may take the place of the slate, or of an input of a lower priority. */
function mayTake({ onAir, since }: OnAirList, input: SeenInput, { at, order }: HoldLook): boolean {
  const { id, ingest, picturesSince, track } = input;
  if (id !== MAIN && !isUp(input, at)) return false;
  if (order === 'backup' && id !== MAIN) return true;
  const least = onAir === 'slate' ? LEAST_ON_SLATE : LEAST_ON_BACKUP;
  if (ingest === 'ended' || at - since < least || track.good.seconds === 0) return false;
  const needed = neededOf(input, onAir, at);
  // By the clock too: what comes in one burst after a freeze has shown nothing yet.
  return (
    Math.max(track.good.seconds, at - (picturesSince ?? at)) >= needed &&
    at - Math.min(track.good.since, picturesSince ?? at) >= needed
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
  if (hold.onAir === 'slate')
    return Object.values(hold.tracks).some(({ good }) => good.seconds > 0) ? LOOK_WAITING : LOOK_ON_SLATE;
  if (hold.wanted !== null) return LOOK_WAITING;
  const last = hold.entries.at(-1);
  // `due` is later while it is not known how long segments become.
  const expected = last === undefined ? hold.due : Math.min(hold.due, last.listedAt + last.seconds);
  return Math.max(LOOK_WAITING, Math.min(LONGEST_WAIT, expected - LOOK_AHEAD - at));
}
