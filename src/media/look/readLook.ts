import type { ProcessState } from '../../api/answers/process.ts';
import { BLACK, NOISE } from '../hls/segment/frozenPicture.ts';
import { SILENCE_DBFS } from '../hls/segment/loudness.ts';
import { volumeIn } from '../process/probePicture.ts';
import { LOOK_DETAIL, LOOK_GRID, type Look, type LookFrames, type LookSpan } from './look.ts';
import { LOOK_FILTERS, type LookedAt, MOST_LOOK_S } from './lookProcess.ts';

interface LookRun {
  /** Whether ffmpeg has ended, and how. */
  exec: ProcessState['exec'];
  /** The log of the run, oldest first. */
  lines: readonly string[];
  /** The file of the frames; null if there is none. */
  pixels: Uint8Array | null;
  /** The request, see `lookProcess`. */
  seconds: number;
  pictures: LookedAt;
}

const COLUMNS = LOOK_GRID.width * LOOK_DETAIL;
const CELLS = COLUMNS * LOOK_GRID.height * LOOK_DETAIL;
/** Shorter stills are left out: between two keyframes, nothing seems to move. */
const LEAST_STILL = 0.55;
/** A core keeps 50 lines by default. */
const MOST_LINES = 1000;
/** ffmpeg prints this before it decodes. Without it, older lines are missing. */
const BEGIN = 'Stream mapping:';
/** Only lines of filters begin with this; names and titles from the stream are indented. */
const FILTER_LINE = /^\[(?:Parsed_)?([a-z]+)(?:_\d+)? @ 0x[0-9a-f]+\] (.{1,300})$/;
const MOST_SPANS = 100;
/** The last block of audio may be short. */
const SLACK_S = 0.5;

/** Reads the result of a process of `lookProcess` that has ended. Missing lines never count as a good stream. */
export function readLook({ exec, lines, pixels, seconds, pictures: lookedAt }: LookRun): Look {
  const read = lines.slice(-MOST_LINES);
  if (exec === 'failed') return { status: 'failed', cause: read.some(isWithoutVideo) ? 'no-video' : 'failed' };
  if (exec !== 'finished') return { status: 'failed', cause: 'slow' };
  const begin = read.findLastIndex((line) => line.startsWith(BEGIN));
  const pictures = picturesIn(pixels);
  const frames = pictures.map((cells, at) => ({ at, grey: scaledDown(cells) }));
  const messages = filterLinesIn(read.slice(begin + 1));
  const volume = volumeIn(messages.volumedetect ?? []);
  // Warnings about a platform push older lines out. Without detection, only its last lines matter.
  const isIncomplete = begin < 0 && lookedAt === 'key';
  if (isIncomplete || (frames.length === 0 && volume === null)) return { status: 'failed', cause: 'unreadable' };
  return {
    status: 'seen',
    seconds,
    picture:
      frames.length === 0
        ? null
        : { black: blackSpans(messages, frames, seconds), still: stillSpans(messages, pictures, seconds) },
    sound:
      volume === null
        ? null
        : {
            silent:
              volume.rms < SILENCE_DBFS ? [{ from: 0, to: seconds }] : spansIn(messages, PATTERNS.silent, seconds),
          },
    frames,
  };
}

const isWithoutVideo = (line: string) => line.startsWith("Stream map '0:v:0' matches no streams");

/** Messages by the name of their filter. */
type FilterLines = Readonly<Record<string, readonly string[]>>;

function filterLinesIn(lines: readonly string[]): FilterLines {
  const found = new Map<string, string[]>();
  for (const line of lines) {
    const [, filter = '', message = ''] = FILTER_LINE.exec(line) ?? [];
    if (filter !== '') found.set(filter, [...(found.get(filter) ?? []), message]);
  }
  return Object.fromEntries(found);
}

interface SpanPattern {
  filter: string;
  from: RegExp;
  to: RegExp;
}

const NUMBER = '(-?\\d+(?:\\.\\d+)?)';
const PATTERNS: Readonly<Record<keyof typeof LOOK_FILTERS, SpanPattern>> = {
  black: {
    filter: LOOK_FILTERS.black.filter,
    from: new RegExp(`black_start: ?${NUMBER}`),
    to: new RegExp(`black_end: ?${NUMBER}`),
  },
  still: {
    filter: LOOK_FILTERS.still.filter,
    from: new RegExp(`freeze_start: ?${NUMBER}`),
    to: new RegExp(`freeze_end: ?${NUMBER}`),
  },
  silent: {
    filter: LOOK_FILTERS.silent.filter,
    from: new RegExp(`silence_start: ?${NUMBER}`),
    to: new RegExp(`silence_end: ?${NUMBER}`),
  },
};

/** A span without an end lasts until the end of the look. */
function spansIn(messages: FilterLines, { filter, from, to }: SpanPattern, seconds: number): LookSpan[] {
  const spans: LookSpan[] = [];
  let begun: number | null = null;
  const within = (text: string) => Math.min(seconds, Math.max(0, Number(text)));
  for (const message of (messages[filter] ?? []).slice(0, MOST_SPANS)) {
    const [, start] = from.exec(message) ?? [];
    const [, end] = to.exec(message) ?? [];
    if (start !== undefined) begun = within(start);
    if (end === undefined || begun === null) continue;
    const last = within(end);
    spans.push({ from: begun, to: last > seconds - SLACK_S ? seconds : last });
    begun = null;
  }
  return begun === null ? spans : [...spans, { from: begun, to: seconds }];
}

const isDark = ({ grey }: LookFrames[number]) => grey.every((cell) => cell < BLACK);

/** At the end of a stream, ffmpeg gives the time of its last picture, which may be a keyframe interval earlier. */
function blackSpans(messages: FilterLines, frames: LookFrames, seconds: number): LookSpan[] {
  const spans = spansIn(messages, PATTERNS.black, seconds);
  const last = spans.at(-1);
  const lastFrame = frames.at(-1);
  if (last === undefined || lastFrame === undefined || !isDark(lastFrame)) return spans;
  return [...spans.slice(0, -1), { ...last, to: seconds }];
}

/** Cuts what ffmpeg takes for a still where a small part of the picture changes. */
function stillSpans(messages: FilterLines, pictures: readonly Uint8Array[], seconds: number): LookSpan[] {
  const spans = spansIn(messages, PATTERNS.still, seconds).flatMap(({ from, to }) => {
    const parts: LookSpan[] = [];
    let begun = from;
    let first = pictures[Math.round(from)];
    for (let at = Math.round(from) + 1; at < Math.min(pictures.length, to); at++) {
      const cells = pictures[at];
      // Compared with the first picture, to detect slow changes.
      if (cells === undefined || first === undefined || isLike(first, cells)) continue;
      parts.push({ from: begun, to: at });
      [begun, first] = [at, cells];
    }
    return [...parts, { from: begun, to }];
  });
  return spans.filter(({ from, to }) => to - from >= LEAST_STILL * seconds);
}

const isLike = (one: Uint8Array, other: Uint8Array) =>
  one.every((cell, i) => Math.abs(cell - (other[i] ?? 0)) <= NOISE);

function picturesIn(pixels: Uint8Array | null): Uint8Array[] {
  if (pixels === null || pixels.length % CELLS !== 0 || pixels.length > CELLS * (MOST_LOOK_S + 2)) return [];
  return Array.from({ length: pixels.length / CELLS }, (_, at) => pixels.slice(at * CELLS, (at + 1) * CELLS));
}

function scaledDown(cells: Uint8Array): Uint8Array {
  const { width, height } = LOOK_GRID;
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const [left, top] = [(i % width) * LOOK_DETAIL, Math.floor(i / width) * LOOK_DETAIL];
    let sum = 0;
    for (let y = top; y < top + LOOK_DETAIL; y++)
      for (let x = left; x < left + LOOK_DETAIL; x++) sum += cells[y * COLUMNS + x] ?? 0;
    return Math.round(sum / LOOK_DETAIL ** 2);
  });
}
