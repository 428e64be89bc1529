import { LOOK_GRID } from '../look/look.ts';
import { fitFrame, MAPPINGS, type Mapping } from './fitFrame.ts';
import type { Frame } from './frame.ts';
import { deviationOf, type Likeness, likenessOf, meanOf, motionOf } from './likeness.ts';

/** What one look at a platform shows, compared with the channel's own recent frames. */
export type FrameFinding =
  /** The same moving picture. `delay`: seconds behind the own frames; `shown`: own time of the first frame seen. */
  | { status: 'same'; delay: number; shown: number }
  /** The same picture, but nothing moves that would tell when it was sent. */
  | { status: 'alike' }
  | { status: 'black' }
  /** A still picture, while the own picture moves all the time. */
  | { status: 'frozen' }
  | { status: 'other' }
  /** The same scene, moving, but at none of the known times. */
  | { status: 'unmatched' }
  | { status: 'unclear'; reason: UnclearFrames };

/** `no-own`, `few`: too few frames of the channel, or of the platform; `dark`, `plain`: nothing to compare. */
type UnclearFrames = 'no-own' | 'few' | 'dark' | 'plain';

/** Both sides buffer, so a platform may seem to be early. */
const EARLIEST_S = -6;
const STEP_S = 0.5;
/** Distance at which two frames still show the same moment. */
const NEAR_S = 0.6;
/** Between two own frames, such as key frames, the picture is interpolated. */
const LONGEST_GAP_S = 2.6;
const MIN_PAIRS = 4;
const MIN_SEEN = 4;
/** What a platform shows now was sent within this time, or it is old. */
const USUAL_S = 90;
/** Around an expected delay, in seconds: a platform that buffers gets later. */
const AROUND_S = { earlier: 15, later: 40 };
/** Greatest distance from an expected delay that has not grown, in seconds. */
const DUE_S = 8;
/** Own frames needed to tell that they do not contain a picture, in seconds. */
const COVERED_S = { expected: 25, unknown: 50 };

/** Grey levels, in limited range: black is 16. */
const BLACK_MEAN = 26;
const BLACK_CELL = 44;
/** Variation between the cells of a frame, as standard deviation. */
const PLAIN = 5;
/** Change of the cells over time, as standard deviation. Encoders add less. */
const MOVES = 1.6;
const STILL = 0.5;

/** Correlations. The sum of scene and motion must be higher where the delay is not the expected one. */
const SAME_SCENE = 0.85;
const SAME_MOTION = 0.7;
const SAME_AS_EXPECTED = 1.6;
const SAME_ANYWHERE = 1.8;
/** Distance from the expected delay, in seconds. */
const EXPECTED_S = 3;
/** Measured: a card resembles a frame of the channel by up to 0.94, an encoded frame its original by 0.96 or more. */
const SAME_STILL = 0.95;
const SIMILAR_SCENE = 0.88;
/** Part of a look, in frames, and the likeness that it needs. */
const CUT_FRAMES = 5;
const SAME_IN_PART = 1.92;
const OTHER_MOTION = 0.45;
/** Another placement cannot fit better. */
const FITS = 0.985;
/** Candidates this close to the best are as good: the picture repeats itself. */
const TIE = 0.06;
/** Candidates closer than this belong to one peak, in seconds. */
const PEAK_S = 2;

const ALL_CELLS = [...Array(LOOK_GRID.width * LOOK_GRID.height).keys()];

interface Candidate extends Likeness {
  delay: number;
}

/** Fitted to one placement. */
interface FittedFrame {
  at: number;
  cells: Float32Array;
}

/** Index of the first frame at this time or later. */
function indexAt(frames: readonly FittedFrame[], at: number): number {
  let low = 0;
  let high = frames.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((frames[middle]?.at ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The picture at a time, blended from the frames before and after; null if none are close. */
function pictureAt(frames: readonly FittedFrame[], at: number): Float32Array | null {
  const index = indexAt(frames, at);
  const [before, after] = [frames[index - 1], frames[index]];
  if (before && after && after.at - before.at <= LONGEST_GAP_S) {
    const share = (at - before.at) / (after.at - before.at);
    return before.cells.map((value, cell) => value + ((after.cells[cell] ?? 0) - value) * share);
  }
  const near = [before, after].find((frame) => frame !== undefined && Math.abs(frame.at - at) <= NEAR_S);
  return near?.cells ?? null;
}

function candidatesOf(own: readonly Frame[], seen: readonly Frame[], mapping: Mapping): Candidate[] {
  const fitted = own.map(({ at, grey }) => ({ at, cells: fitFrame(grey, mapping) }));
  const pictures = new Map<number, Float32Array | null>();
  const pictureOf = (at: number) => {
    const key = Math.round(at * 1000);
    const known = pictures.get(key);
    if (known !== undefined) return known;
    const picture = pictureAt(fitted, at);
    pictures.set(key, picture);
    return picture;
  };
  const most = (seen[0]?.at ?? 0) - (own[0]?.at ?? 0) + NEAR_S;
  const candidates: Candidate[] = [];
  for (let delay = EARLIEST_S; delay <= most; delay += STEP_S) {
    const pairs = { own: [] as Float32Array[], seen: [] as Uint8Array[] };
    for (const { at, grey } of seen) {
      const picture = pictureOf(at - delay);
      if (picture === null) continue;
      pairs.own.push(picture);
      pairs.seen.push(grey);
    }
    if (pairs.own.length >= MIN_PAIRS) candidates.push({ delay, ...likenessOf(pairs, mapping.cells) });
  }
  return candidates;
}

const bestOf = (candidates: readonly Candidate[], figureOf: (candidate: Candidate) => number): Candidate | null =>
  candidates.reduce<Candidate | null>(
    (top, next) => (top === null || figureOf(next) > figureOf(top) ? next : top),
    null,
  );

/** Whether the frames are dark where this placement leaves bars. */
const hasBars = (seen: readonly Frame[], { bars }: Mapping) =>
  seen.every(({ grey }) => bars.every((cell) => (grey[cell] ?? 0) <= BLACK_CELL));

const fitOf = ({ scene, motion, ownMotion }: Candidate) => scene + (ownMotion >= MOVES ? motion : 0);
const motionIn = ({ motion }: Candidate) => motion;

/** The candidates in the placement that fits best. */
function candidatesInPlace(own: readonly Frame[], seen: readonly Frame[]): Candidate[] {
  let chosen: { fit: number; candidates: Candidate[] } = { fit: Number.NEGATIVE_INFINITY, candidates: [] };
  for (const mapping of MAPPINGS) {
    if (!hasBars(seen, mapping)) continue;
    const candidates = candidatesOf(own, seen, mapping);
    const best = bestOf(candidates, fitOf);
    const fit = best === null ? Number.NEGATIVE_INFINITY : fitOf(best);
    if (fit > chosen.fit) chosen = { fit, candidates };
    if (best !== null && best.scene > FITS) break;
  }
  return chosen.candidates;
}

/** Whether one of the own frames, at whatever time, shows the same as a still picture. */
function isOwnFrame(own: readonly Frame[], still: Frame): boolean {
  return MAPPINGS.filter((mapping) => hasBars([still], mapping)).some((mapping) =>
    own.some(({ grey }) => {
      const pair = { own: [fitFrame(grey, mapping)], seen: [still.grey] };
      return likenessOf(pair, mapping.cells).scene >= SAME_STILL;
    }),
  );
}

/** The delay among equally good ones that is nearest to the expected one, or else the smallest, in seconds. */
function delayAmong(candidates: readonly Candidate[], top: Candidate, expected: number | null): number {
  const good = candidates.filter(({ motion }) => motion >= top.motion - TIE);
  const peaks = good.filter(({ delay, motion }) =>
    good.every((other) => Math.abs(other.delay - delay) > PEAK_S || other.motion <= motion),
  );
  const distance = ({ delay }: Candidate) => Math.abs(delay - (expected ?? EARLIEST_S));
  return (bestOf(peaks, (peak) => -distance(peak)) ?? top).delay;
}

const likelyDelays = (expected: number | null) =>
  expected === null
    ? { least: EARLIEST_S, most: USUAL_S, covered: COVERED_S.unknown }
    : { least: expected - AROUND_S.earlier, most: expected + AROUND_S.later, covered: COVERED_S.expected };

/** Seconds back from the newest frame, up to a hole that may contain what is looked for. */
function coveredSeconds(frames: readonly Frame[], hole: number): number {
  const newest = frames.at(-1)?.at ?? 0;
  let oldest = newest;
  for (const { at } of frames.toReversed()) {
    if (oldest - at > hole) break;
    oldest = at;
  }
  return newest - oldest;
}

const isBlack = ({ grey }: Frame) => meanOf(grey) <= BLACK_MEAN && Math.max(...grey) <= BLACK_CELL;
const isPlain = (frames: readonly Frame[]) => meanOf(frames.map(({ grey }) => deviationOf(grey))) < PLAIN;

/**
 * @param own frames of the channel within the last minutes, oldest first
 * @param seen frames of one look at a platform, oldest first, at the times at which a viewer sees them
 * @param expected the delay found before, in seconds; null if none is known
 */
export function compareFrames(
  own: readonly Frame[],
  seen: readonly Frame[],
  expected: number | null = null,
): FrameFinding {
  const [first, newest] = [seen[0]?.at ?? 0, seen.at(-1)?.at ?? 0];
  const likely = likelyDelays(expected);
  const usual = own.filter(({ at }) => at >= first - likely.most && at <= newest - likely.least);
  if (seen.length < MIN_SEEN) return { status: 'unclear', reason: 'few' };
  if (usual.length < MIN_PAIRS) return { status: 'unclear', reason: 'no-own' };
  if (seen.every(isBlack)) return usual.some(isBlack) ? { status: 'unclear', reason: 'dark' } : { status: 'black' };

  const candidates = candidatesInPlace(own, seen);
  if (candidates.length === 0) return { status: 'unclear', reason: 'no-own' };
  const seenMotion = motionOf(
    seen.map(({ grey }) => grey),
    ALL_CELLS,
  );
  const moving = candidates.filter(({ ownMotion, scene }) => ownMotion >= MOVES && scene >= SAME_SCENE);
  const isExpected = ({ delay }: Candidate) => expected !== null && Math.abs(delay - expected) <= EXPECTED_S;
  const same = moving.filter(
    (candidate) =>
      candidate.motion >= SAME_MOTION &&
      candidate.motion + candidate.scene >= (isExpected(candidate) ? SAME_AS_EXPECTED : SAME_ANYWHERE),
  );
  const top = bestOf(moving, motionIn);
  const topOfSame = bestOf(same, motionIn);
  if (topOfSame !== null && seenMotion > STILL) {
    const delay = delayAmong(same, topOfSame, expected);
    return { status: 'same', delay, shown: first - delay };
  }
  if (usual.some(isBlack)) return { status: 'unclear', reason: 'dark' };
  const isReached = (usual.at(-1)?.at ?? 0) >= first - (expected ?? 0) + MIN_PAIRS - 1;
  const hole = Math.max(LONGEST_GAP_S, seen.length - MIN_PAIRS);
  if (!isReached || coveredSeconds(usual, hole) < likely.covered) return { status: 'unclear', reason: 'no-own' };
  if (isPlain(seen) || isPlain(usual)) return { status: 'unclear', reason: 'plain' };
  const near = candidates.filter(({ delay }) => delay >= likely.least && delay <= likely.most);
  const due = expected === null ? near : near.filter(({ delay }) => Math.abs(delay - expected) <= DUE_S);
  return unlike(own, seen, { seenMotion, motion: top?.motion ?? 0, near, due });
}

interface Unlike {
  seenMotion: number;
  /** The best correlation of motion. */
  motion: number;
  /** Candidates at likely delays. */
  near: readonly Candidate[];
  /** Candidates close to the expected delay; `near` if none is known. */
  due: readonly Candidate[];
}

/** A platform that repeats itself jumps within a look. What it shows after that may be found alone. */
function afterCut(own: readonly Frame[], seen: readonly Frame[]): FrameFinding | null {
  const parts = [seen.slice(-CUT_FRAMES), seen.slice(0, CUT_FRAMES)];
  for (const part of parts) {
    const [first] = part;
    const best = bestOf(
      candidatesInPlace(own, part).filter(({ ownMotion }) => ownMotion >= MOVES),
      fitOf,
    );
    if (first && best !== null && fitOf(best) >= SAME_IN_PART)
      return { status: 'same', delay: best.delay, shown: first.at - best.delay };
  }
  return null;
}

const areMoving = (candidates: readonly Candidate[]) => candidates.every(({ ownMotion }) => ownMotion >= MOVES);

/** What a platform shows that does not move like the channel. */
function unlike(
  own: readonly Frame[],
  seen: readonly Frame[],
  { seenMotion, motion, near, due }: Unlike,
): FrameFinding {
  const isMoving = near.length > 0 && areMoving(near);
  const isSimilar = near.some(({ scene }) => scene >= SIMILAR_SCENE);
  const [still] = seen;
  if (seenMotion <= STILL && still && ((due.length > 0 && areMoving(due)) || !isSimilar))
    return { status: isOwnFrame(own, still) ? 'frozen' : 'other' };
  if (!isSimilar) return afterCut(own, seen) ?? { status: 'other' };
  if (!isMoving || seenMotion < MOVES || motion >= OTHER_MOTION) return { status: 'alike' };
  return { status: near.some(({ scene }) => scene >= SAME_SCENE) ? 'unmatched' : 'other' };
}
