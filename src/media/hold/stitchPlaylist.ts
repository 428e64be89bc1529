import type { HoldEntry, HoldPlaylist } from './holdPlaylist.ts';

// Times are seconds of a monotonic clock. Figures were measured with ffmpeg 5.1 and 7.1 as readers (`-re`, copy) on
// the embedded core and datarhei core 16.14.

const GRACE = 1.5;
const GRACE_ENDED = 0.2;
const LONGEST_ENDED = 4;
/** Additional delay while frames still arrive: keyframes of usual encoders are up to 10 s apart. */
const LATE_KEYFRAME = 10;
const PICTURES_SEEN = 1.3;
const LEAST_ON_SLATE = 5;
const LEAST_ON_BACKUP = 8;
/** A backup that has not failed lately must have run this long to replace the slate. */
const UP = 2;
/** A source that is back must have run this long without a pause. */
const GOOD = 8;
const GOOD_FIRST = 6;
const FALLS_WITHIN = 300;
const FALLS_THAT_DOUBLE = 3;
const LONGEST_GOOD = 64;
/** Longest gap that is filled at once; after a longer one, readers are restarted. */
const MAKE_GOOD = 30;
/** Share of a segment by which the list follows the clock of the source. */
const CLOCK_SHARE = 0.001;
/** A shorter list does not show the usual segment length yet. */
const YOUNG = 4;
const LOOK_AHEAD = 0.3;
const LOOK_WAITING = 0.25;
const LOOK_ON_SLATE = 1;
const LONGEST_WAIT = 2;

export type OnAir = 'source' | 'backup' | 'slate';
/** `auto`: the source while it is stable, then the backups in their order. */
export type HoldOrder = 'auto' | OnAir;

const MAIN = 0;
/** Runs of different inputs must not share a number. */
const MOST_RUNS = 1_000_000;

export interface HoldRules {
  window: number;
  /** Seconds of slate after which the list is removed and readers end; null: never. */
  limit: number | null;
}

/**
 * The ingest keeps a file one segment longer than its list, so this list is one entry shorter.
 * @returns null if `listSize` is too short; 0 means that the ingest removes nothing
 */
export function holdWindow(listSize: number): number | null {
  if (listSize === 0) return 6;
  return listSize < 5 ? null : Math.min(6, listSize - 1);
}

/** A run is one life of the ingest's ffmpeg: time stamps restart with it. */
interface SourceReading {
  run: number;
  sequence: number;
  files: readonly string[];
  /** Longest segment in the list; of the previous run while the list is short. */
  longest: number;
  /** `longest` of the last list that was not short. */
  usual: number;
}

type Fresh = HoldEntry & { run: number };
type ListedEntry = HoldEntry & { listedAt: number };

interface InputTrack {
  reading: SourceReading;
  good: { seconds: number; since: number; lastAt: number };
  falls: readonly number[];
}
type Tracks = Readonly<Record<number, InputTrack>>;

interface OnAirList {
  phase: 'on';
  tracks: Tracks;
  /** The input on the air; during a slate, the one before it. */
  input: number;
  /** A better input that takes over at its next segment. */
  wanted: number | null;
  /** Segments of the current input that wait for that. */
  pending: readonly Fresh[];
  entries: readonly ListedEntry[];
  sequence: number;
  discontinuitySequence: number;
  target: number;
  onAir: OnAir;
  since: number;
  /** Time up to which the list has content. A reader that gets less than real time never recovers its buffer. */
  listedUntil: number;
  due: number;
  /** Null if unknown. */
  end: { of: 'slate' } | { of: 'run'; run: number } | null;
  /** Whether a part of the last run has been skipped since. */
  hole: boolean;
  slateAt: number;
}

/** `waiting`: without a list, readers fail and retry. */
export type Hold = { phase: 'waiting'; tracks: Tracks } | OnAirList;

interface InputLook {
  playlist: HoldPlaylist | null;
  /** `stopped`: by an operator; `unknown`: the core does not respond. */
  ingest: 'running' | 'ended' | 'stopped' | 'unknown';
  /** Start of the current frames without a pause; null if none or unknown. */
  picturesSince: number | null;
  /** Time at which the frame count last rose. */
  picturesAt: number;
}

export interface BackupLook extends InputLook {
  /** From 1; does not change while the backup exists. */
  id: number;
  /** Whether its format matches the source. */
  isUsable: boolean;
}

export interface HoldLook extends InputLook {
  at: number;
  backups?: readonly BackupLook[];
  order: HoldOrder;
  /** Whether the source counts as down because of its picture. */
  isBlank?: boolean;
  /** Segments of the slate in the core's memory. */
  slate: readonly Pick<HoldEntry, 'file' | 'seconds'>[];
}

export interface StitchStep {
  hold: Hold;
  list: 'same' | 'changed' | 'gone';
  /** Whether the gap was too long to fill: readers stay behind until they are restarted. */
  restartReaders: boolean;
}

const NOTHING_READ: SourceReading = { run: 0, sequence: -1, files: [], longest: 2, usual: 2 };

const newTrack = (id: number, at: number): InputTrack => ({
  reading: { ...NOTHING_READ, run: id * MOST_RUNS },
  good: { seconds: 0, since: at, lastAt: at },
  falls: [],
});

export const newHold = (): Hold => ({ phase: 'waiting', tracks: {} });

interface SeenInput extends BackupLook {
  track: InputTrack;
  fresh: readonly Fresh[];
  continues: boolean;
}

function seeInputs({ tracks }: Hold, snapshot: HoldLook): SeenInput[] {
  const { at, playlist, ingest, picturesSince, picturesAt, backups = [], order, isBlank = false } = snapshot;
  const isUsable = !isBlank || order === 'source';
  const main = { id: MAIN, isUsable, playlist, ingest, picturesSince, picturesAt };
  return [main, ...backups].map((input) => {
    const existing = tracks[input.id];
    const before = existing ?? newTrack(input.id, at);
    const { reading, fresh, continues } = readSource(before.reading, input.playlist);
    // The first look at a backup finds old segments.
    const isNews = existing !== undefined || input.id === MAIN;
    return { ...input, track: { ...before, reading }, fresh: isNews ? fresh : [], continues };
  });
}

const tracksOf = (inputs: readonly SeenInput[]): Tracks =>
  Object.fromEntries(inputs.map(({ id, track }) => [id, track]));

/** Segments of the previous run stay in memory while a channel waits for its encoder. */
const isLive = ({ fresh, ingest, picturesSince }: SeenInput) =>
  fresh.length > 0 && ingest === 'running' && picturesSince !== null;

export function stitchPlaylist(before: Hold, snapshot: HoldLook, rules: HoldRules): StitchStep {
  const { at, order } = snapshot;
  const inputs = seeInputs(before, snapshot);
  const isOver = snapshot.ingest === 'stopped' || (before.phase === 'on' && limitReached(before, snapshot, rules));
  if (before.phase === 'on' && !isOver) return goOn(before, inputs, snapshot, rules);
  const judged = inputs.map((input) => (input.id === MAIN ? input : judgedInput(input, at)));
  const same: StitchStep = {
    ...{ hold: { phase: 'waiting', tracks: tracksOf(judged) }, restartReaders: false },
    list: before.phase === 'on' ? 'gone' : 'same',
  };
  const [main] = judged;
  const alone = isOver ? null : slateAlone(snapshot, rules);
  if (main && alone) {
    const started = begin(tracksOf(judged), { ...main, fresh: [] }, rules.window, at);
    return { hold: { ...started, ...alone }, list: 'changed', restartReaders: false };
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

/** File names are unique across runs, so a list without a common name is a new run or has a gap. */
function readSource(
  before: SourceReading,
  playlist: HoldPlaylist | null,
): { reading: SourceReading; fresh: readonly Fresh[]; continues: boolean } {
  if (playlist === null || playlist.entries.length === 0) return { reading: before, fresh: [], continues: true };
  const { sequence, entries } = playlist;
  const previousFiles = new Set(before.files);
  const lastKnown = entries.findLastIndex(({ file }) => previousFiles.has(file));
  const continues = sequence >= before.sequence && lastKnown >= 0;
  const run = continues ? before.run : before.run + 1;
  // The first segment of a run is longer if the encoder was joined between keyframes.
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

/** Returns a list that starts with the slate on an order; null if that is impossible. */
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
 * Continues the list of a previous agent.
 * @param written seconds since it was written
 * @param onAirFor seconds since the last switch, for the time limit
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
    // Entries in the list count as read; what follows them in the input has been missed.
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

function goOn(before: OnAirList, all: readonly SeenInput[], snapshot: HoldLook, { window }: HoldRules): StitchStep {
  const { at, order, slate } = snapshot;
  const inputs = all.map((input) => judgedInput(input, at));
  const next: OnAirList = { ...before, tracks: tracksOf(inputs) };
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
    const counted = order === 'auto' ? [...falls.filter((fall) => at - fall < FALLS_WITHIN), at] : falls;
    change(current.id, { falls: counted, good: { ...good, seconds: 0 } });
    next.pending = [];
  };

  const ranks = order === 'backup' ? [...inputs.slice(1), ...inputs.slice(0, 1)] : inputs;
  const better = betterInput();
  next.wanted = before.onAir === 'slate' ? null : (better?.id ?? null);
  const nextInput = before.onAir === 'slate' ? better : current;
  const fresh = [...before.pending, ...current.fresh];
  next.pending = [];

  // A long segment is not a gap.
  const restartReaders = lag() - longest > MAKE_GOOD;
  if (restartReaders) Object.assign(next, { listedUntil: at - lengthOf(fresh), due: Math.max(next.due, at + longest) });
  if (better !== null && before.onAir !== 'slate') changeTo(better);
  else if (order !== 'slate' && nextInput !== null && !isGone && freshOf(nextInput).length > 0)
    takeSource(nextInput, freshOf(nextInput));
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
  // Entries stay until readers have had time to find them.
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
  function betterInput(): SeenInput | null {
    if (order === 'slate') return null;
    if (order === 'source') return before.input === MAIN && before.onAir !== 'slate' ? null : (inputs[0] ?? null);
    const above = before.onAir === 'slate' ? ranks : ranks.slice(0, Math.max(0, ranks.indexOf(current)));
    return above.find((input) => mayTake(before, input, snapshot)) ?? null;
  }
  /** Switches at a segment border; new segments of the old input wait for that. */
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
  function otherInput() {
    return ranks.find((input) => input !== current && isUp(input, at) && unlistedOf(input).length > 0);
  }
  function unlistedOf({ playlist }: SeenInput) {
    const entries = playlist?.entries ?? [];
    const last = entries.findLastIndex(({ file }) => next.entries.some((listed) => listed.file === file));
    return entries.slice(last + 1);
  }
  /** After a failure, takes segments that already exist until the list has caught up. */
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
    // Seconds missed between polls that the source cannot deliver any more.
    const missing = back ? 0 : lag() - lengthOf(fresh);
    // Leaves room for the source's next segment: a list ahead of the clock leaves readers behind.
    const piece = slate[0]?.seconds ?? 0;
    if (missing > reading.longest) while (lag() - lengthOf(fresh) > piece && appendSlate());
    if (back || !input.continues) next.hole = true;
    for (const segment of back ? fresh.slice(-1) : fresh) {
      const early = back ? lag() < segment.seconds / 2 : lag() < -0.75 * segment.seconds;
      if (early) {
        next.hole = true;
        continue;
      }
      const sameRun = next.end?.of === 'run' && next.end.run === segment.run;
      // ffmpeg mishandles a jump of some seconds, but repairs jumps of hours: a piece of slate makes two of those.
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
  /** A reader far behind needs the first entry while the list is short of time. */
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
    // The last segment is late and short and nothing follows, so the clock of the list counts.
    return Math.min(next.due - Math.max(0, longest - LONGEST_ENDED), next.listedUntil + longest);
  }
  function grace() {
    if (current.ingest === 'ended') return GRACE_ENDED;
    if (at - current.picturesAt < PICTURES_SEEN) return GRACE + LATE_KEYFRAME;
    const { files } = current.track.reading;
    return GRACE + (files.length < YOUNG ? Math.min(longest, LATE_KEYFRAME) : 0);
  }
  /** Waits a little longer for an input that may return at any moment. */
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
  const [removed, ...entries] = list.entries;
  list.entries = entries;
  list.sequence++;
  if (removed?.discontinuity) list.discontinuitySequence++;
}

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

const isUp = ({ isUsable, ingest, picturesSince, playlist, track: { good, reading } }: SeenInput, at: number) =>
  isUsable &&
  ingest === 'running' &&
  picturesSince !== null &&
  (playlist?.entries.length ?? 0) > 0 &&
  good.seconds >= Math.min(UP, reading.longest) &&
  at - good.lastAt <= reading.longest + GRACE;

/** Seconds that an input must have been stable to take over by itself. */
function neededOf({ id, track: { falls } }: SeenInput, onAir: OnAir, at: number): number {
  const recent = falls.filter((fall) => at - fall < FALLS_WITHIN).length;
  if (id !== MAIN && recent === 0) return onAir === 'slate' ? UP : GOOD;
  return recent <= 1 ? GOOD_FIRST : Math.min(LONGEST_GOOD, GOOD * 2 ** Math.max(0, recent - FALLS_THAT_DOUBLE + 1));
}

/** Whether an input may replace the slate or an input of lower priority. */
function mayTake({ onAir, since }: OnAirList, input: SeenInput, { at, order }: HoldLook): boolean {
  const { id, ingest, picturesSince, track } = input;
  if (id !== MAIN ? !isUp(input, at) : !input.isUsable) return false;
  if (order === 'backup' && id !== MAIN) return true;
  const least = onAir === 'slate' ? LEAST_ON_SLATE : LEAST_ON_BACKUP;
  if (ingest === 'ended' || at - since < least || track.good.seconds === 0) return false;
  const needed = neededOf(input, onAir, at);
  // Frames after a freeze arrive in a burst, so the time counts as well.
  return (
    Math.max(track.good.seconds, at - (picturesSince ?? at)) >= needed &&
    at - Math.min(track.good.since, picturesSince ?? at) >= needed
  );
}

/** Removes entries up to the newest whose file is gone, for example after a restart of the core. */
export function withoutVanished(hold: Hold, present: ReadonlySet<string>): Hold {
  if (hold.phase !== 'on') return hold;
  const copy = { ...hold };
  for (let left = hold.entries.findLastIndex(({ file }) => !present.has(file)); left >= 0; left--) shift(copy);
  return copy;
}

/** Seconds until the next poll. Nothing arrives for nearly a segment's length after a segment. */
export function nextLookIn(hold: Hold, at: number): number {
  if (hold.phase === 'waiting') return LOOK_ON_SLATE;
  if (hold.onAir === 'slate')
    return Object.values(hold.tracks).some(({ good }) => good.seconds > 0) ? LOOK_WAITING : LOOK_ON_SLATE;
  if (hold.wanted !== null) return LOOK_WAITING;
  const last = hold.entries.at(-1);
  // `due` is too late while the segment length is unknown.
  const expected = last === undefined ? hold.due : Math.min(hold.due, last.listedAt + last.seconds);
  return Math.max(LOOK_WAITING, Math.min(LONGEST_WAIT, expected - LOOK_AHEAD - at));
}
