import { limit } from '../limits.ts';
import type { Child } from './child.ts';
import { createHeadAndTail } from './headAndTail.ts';
import { announcedStreams, createAnnouncements } from './streams.ts';

const PATIENCE_MS = 20_000;

/** The answer of `GET /v3/process/{id}/probe`, field by field. No streams: it failed, and the log says why. */
export interface Probe {
  readonly streams: readonly ReturnType<typeof probeStreams>[number][];
  readonly log: readonly string[];
}

/**
 * Asks ffmpeg what its inputs contain; ends after 20 s at the latest. `start` launches ffmpeg without an output. Of what
 * it says beginning and end are kept: its inputs decide how much that is.
 */
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
  return { streams: probeStreams(announcements.lines), log: log.lines() };
}

export const probeStreams = (log: readonly string[]) =>
  announcedStreams(log)
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
      // Never told by ffmpeg's text; the layout says it in a word.
      channels: 0,
    }));
