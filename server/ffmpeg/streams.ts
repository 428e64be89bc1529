import { limit } from '../util/limits.ts';
import { parseClock } from './statusLine.ts';

/** Bitrate in kbit/s; empty or 0 if unknown. */
export interface AnnouncedStream {
  readonly direction: 'input' | 'output';
  readonly index: number;
  readonly stream: number;
  readonly format: string;
  readonly address: string;
  readonly language: string;
  readonly type: string;
  readonly codec: string;
  readonly bitrateKbit: number;
  readonly durationSeconds: number;
  readonly fps: number;
  readonly pixFmt: string;
  readonly width: number;
  readonly height: number;
  readonly samplingHz: number;
  readonly layout: string;
}

// The number of digits is bounded: hundreds of them would overflow.
const PREFIX = String.raw`^(?:\[[a-z]+\] )?`;
const INPUT_OR_OUTPUT = new RegExp(`${PREFIX}(Input|Output) #(\\d{1,9}), `);
const ADDRESS = /(?<=.), (?:from|to) '/s;
const DURATION = new RegExp(`${PREFIX}\\s+Duration: (\\S+),`);
const STREAM = new RegExp(
  `${PREFIX}\\s+Stream #(\\d{1,9}):(\\d{1,9})(?:\\[[^\\]]*\\])?(?:\\(([^)]*)\\))?(?:\\[[^\\]]*\\])?: (\\w+): (.+)$`,
);

const ANNOUNCEMENT = /(?:Input|Output|Stream) #|Duration: /;

export function createAnnouncements(max = limit('ffmpegStreams')) {
  const lines: string[] = [];
  return {
    lines,
    /** Returns false for another line, or after the limit. */
    add(line: string): boolean {
      const isOne = lines.length < max && ANNOUNCEMENT.test(line);
      if (isOne) lines.push(line);
      return isOne;
    },
  };
}

export function parseStreams(lines: Iterable<string>): AnnouncedStream[] {
  const streams: AnnouncedStream[] = [];
  let current: Pick<AnnouncedStream, 'direction' | 'index' | 'format' | 'address'> | null = null;
  let durationSeconds = 0;
  for (const line of lines) {
    const started = inputOrOutput(line);
    if (started !== null) {
      current = started;
      durationSeconds = 0;
      continue;
    }
    const [, duration] = DURATION.exec(line) ?? [];
    if (duration !== undefined) durationSeconds = Math.max(0, parseClock(duration) ?? 0);
    const [, owner, stream, language, type, description] = STREAM.exec(line) ?? [];
    if (current === null || type === undefined || description === undefined || Number(owner) !== current.index)
      continue;
    streams.push({
      ...current,
      stream: Number(stream),
      language: language ?? 'und',
      type: type.toLowerCase(),
      durationSeconds,
      ...described(type, description),
    });
  }
  return streams;
}

/** `Input #0, mov,mp4, from 'https://a.example/b':`. One regular expression would backtrack on long addresses. */
function inputOrOutput(line: string) {
  const [head, side, index] = INPUT_OR_OUTPUT.exec(line) ?? [];
  if (head === undefined || !line.endsWith("':")) return null;
  const rest = line.slice(head.length, -"':".length);
  const found = ADDRESS.exec(rest);
  if (found === null) return null;
  const direction: AnnouncedStream['direction'] = side === 'Input' ? 'input' : 'output';
  const address = rest.slice(found.index + found[0].length);
  return { direction, index: Number(index), format: rest.slice(0, found.index), address };
}

function described(type: string, description: string) {
  const [coding = '', ...others] = splitOutside(description);
  // `1 reference frame` appears only at log level verbose.
  const parts = others.filter((part) => !/^-?\d+ reference frames?/.test(part));
  const first = (pattern: RegExp) => {
    for (const part of parts) {
      const found = pattern.exec(part);
      if (found !== null) return Number(found[1]);
    }
    return 0;
  };
  const video = type === 'Video';
  const audio = type === 'Audio';
  const size = parts.map((part) => /^(\d{1,9})x(\d{1,9})(?: |$)/.exec(part)).find((found) => found !== null);
  const sampling = parts.findIndex((part) => /^\d+ Hz$/.test(part));
  const pixels = parts[0] ?? '';
  return {
    codec: coding.split(/[ (]/, 1)[0] ?? '',
    bitrateKbit: first(/^(\d{1,15}(?:\.\d+)?) kb\/s/),
    fps: video ? first(/^(\d{1,9}(?:\.\d+)?) fps$/) : 0,
    // Without a pixel format the size comes first.
    pixFmt: video && !/^\d+x\d+/.test(pixels) ? (pixels.split('(', 1)[0] ?? '') : '',
    width: Number(size?.[1] ?? 0),
    height: Number(size?.[2] ?? 0),
    samplingHz: audio ? first(/^(\d{1,9}) Hz$/) : 0,
    layout: audio && sampling >= 0 ? (parts[sampling + 1] ?? '') : '',
  };
}

/** `h264 (Main), yuv420p(tv, bt709), 1280x720 [SAR 1:1 DAR 16:9]` */
function splitOutside(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const char of text) {
    if (char === '(' || char === '[') depth += 1;
    if (char === ')' || char === ']') depth -= 1;
    if (char === ',' && depth <= 0) {
      parts.push(part.trim());
      part = '';
    } else part += char;
  }
  return [...parts, part.trim()];
}
