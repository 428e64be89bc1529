import { limit } from '../util/limits.ts';
import type { Child } from './child.ts';
import { createAnnouncements, parseStreams } from './streams.ts';

interface HeadAndTail {
  push(line: string): void;
  count(): number;
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
      // Trimmed in batches, because each trim moves all lines.
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

const TIMEOUT_MS = 20_000;

/** Response of `GET /v3/process/{id}/probe`. Without streams it failed. */
export interface Probe {
  readonly streams: readonly ReturnType<typeof parseProbeStreams>[number][];
  readonly log: readonly string[];
}

/** Takes 20 s at most. Inputs control the log, so only its first and last lines are kept. */
export async function probe(start: (onLine: (line: string) => void) => Child): Promise<Probe> {
  const log = createHeadAndTail(limit('probeLines'), limit('probeLines') / 2);
  const announcements = createAnnouncements();
  const child = start((line) => {
    log.push(line);
    announcements.add(line);
  });
  const timeout = setTimeout(child.end, TIMEOUT_MS);
  await child.ended;
  clearTimeout(timeout);
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
      // ffmpeg prints the channel layout, but no channel count.
      channels: 0,
    }));
