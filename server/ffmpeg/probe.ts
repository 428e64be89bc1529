import { limit } from '../util/limits.ts';
import type { Child } from './child.ts';
import { createAnnouncements, parseStreams } from './streams.ts';

interface HeadAndTail {
  push(line: string): void;
  count(): number;
  /** Adds a line in the middle that counts the missing lines. */
  lines(): string[];
}

export function createHeadAndTail(headLines: number, tailLines: number): HeadAndTail {
  const head: string[] = [];
  let tail: string[] = [];
  let count = 0;
  return {
    push(line) {
      count += 1;
      if (head.length < headLines) head.push(line);
      // Cut in strides: one by one would move all of them for every line.
      else if (tail.push(line) > 2 * tailLines) tail = tail.slice(-tailLines);
    },
    count: () => count,
    lines: () => {
      const last = tail.slice(-tailLines);
      const cut = count - head.length - last.length;
      return cut > 0 ? [...head, `... truncated ${cut} lines ...`, ...last] : [...head, ...last];
    },
  };
}

const PATIENCE_MS = 20_000;

/** The answer of `GET /v3/process/{id}/probe`, field by field. No streams: it failed, and the log says why. */
export interface Probe {
  readonly streams: readonly ReturnType<typeof parseProbeStreams>[number][];
  readonly log: readonly string[];
}

/** Ends after 20 s at most. `start` launches ffmpeg without an output. Inputs rule the text: both ends are kept. */
export async function probe(start: (onLine: (line: string) => void) => Child): Promise<Probe> {
  const log = createHeadAndTail(limit('probeLines'), limit('probeLines') / 2);
  const announcements = createAnnouncements();
  const child = start((line) => {
    log.push(line);
    announcements.add(line);
  });
  const patience = setTimeout(child.end, PATIENCE_MS);
  await child.ended;
  clearTimeout(patience);
  return { streams: parseProbeStreams(announcements.lines), log: log.lines() };
}

export const parseProbeStreams = (log: readonly string[]) =>
  parseStreams(log)
    .filter(({ direction }) => direction === 'input')
    .map((stream) => ({
      url: stream.address,
      format: stream.format,
      index: stream.index,
      stream: stream.stream,
      language: stream.language,
      type: stream.type,
      codec: stream.codec,
      coder: '',
      bitrate_kbps: stream.bitrateKbit,
      duration_sec: stream.durationSeconds,
      fps: stream.fps,
      pix_fmt: stream.pixFmt,
      width: stream.width,
      height: stream.height,
      sampling_hz: stream.samplingHz,
      layout: stream.layout,
      // ffmpeg's text has no channel count, only the name of the layout.
      channels: 0,
    }));
