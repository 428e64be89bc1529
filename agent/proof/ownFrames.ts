import type { Core } from '../../src/api/client.ts';
import { codeOf } from '../../src/api/error.ts';
import { playlistFile, type Storage } from '../../src/media/hls/hlsFiles.ts';
import type { Look } from '../../src/media/look/look.ts';
import { type LookPlaylist, lookPlaylist } from '../../src/media/look/lookPlaylist.ts';
import { type Frame, framesAt } from '../../src/media/proof/frame.ts';
import type { ProofLook } from './runProofLook.ts';

/** Own frames that a platform may still show, in seconds. */
const KEPT_S = 320;
const POLL_MS = 250;
const PATIENCE_MS = 12_000;
/** On a busy machine, a change that is seen later than this has no known time. */
const EXACT_MS = 1000;

export interface OwnFrames {
  /** Oldest first, by the monotonic clock in seconds. */
  frames: readonly Frame[];
  /** Whether the channel was heard, newest last. */
  heard: readonly { at: number; isHeard: boolean }[];
  /** Seconds that one capture covers; 0 before the first. */
  covers: number;
}

export const NO_FRAMES: OwnFrames = { frames: [], heard: [], covers: 0 };

interface CaptureOptions {
  core: Pick<Core, 'fileBytes'>;
  channel: string;
  storage: Storage;
  look: (look: ProofLook) => Promise<{ look: Look }>;
  /** Monotonic clock, in milliseconds. */
  now: () => number;
  pause: (ms: number) => Promise<unknown>;
}

/** Decodes the newest segments of a channel. Null if it has no playlist that can be read. */
export async function captureOwn(before: OwnFrames, options: CaptureOptions): Promise<OwnFrames | null> {
  const { channel, storage, look, now } = options;
  const found = await waitForSegment(options);
  if (found === null) return null;
  const { text: list, seconds } = found.playlist;
  const { look: seen } = await look({
    input: { storage, list },
    request: { channel, seconds, pictures: 'second', hasVideo: true },
  });
  if (seen.status === 'failed') return null;
  const begin = found.at - seconds;
  return withCapture(before, framesAt(seen.frames, begin), { begin, seconds, isHeard: isHeard(seen) }, now() / 1000);
}

/** Null without audio. */
export const isHeard = (look: Look): boolean | null => {
  if (look.status === 'failed' || look.sound === null) return null;
  return look.sound.silent.reduce((sum, { from, to }) => sum + to - from, 0) < look.seconds - 1;
};

interface CapturedSpan {
  begin: number;
  seconds: number;
  isHeard: boolean | null;
}

function withCapture(
  before: OwnFrames,
  frames: readonly Frame[],
  { begin, seconds, isHeard: heard }: CapturedSpan,
  now: number,
): OwnFrames {
  const isKept = ({ at }: { at: number }) => at >= now - KEPT_S;
  const others = before.frames.filter(({ at }) => at < begin || at >= begin + seconds);
  return {
    frames: [...others, ...frames].filter(isKept).toSorted((a, b) => a.at - b.at),
    heard: [...before.heard, ...(heard === null ? [] : [{ at: begin + seconds, isHeard: heard }])].filter(isKept),
    covers: seconds,
  };
}

/** The playlist at the moment at which it gets a segment, so that the time of its end is known. `at` in seconds. */
async function waitForSegment({ core, channel, storage, now, pause }: CaptureOptions) {
  const until = now() + PATIENCE_MS;
  let path = playlistFile(channel);
  let before: string | null = null;
  let readAt = now();
  while (now() < until) {
    const askedAt = now();
    const playlist = await readPlaylist(core, storage, path);
    if (playlist === null) return null;
    if ('variant' in playlist) {
      if (path !== playlistFile(channel)) return null;
      path = playlist.variant;
      continue;
    }
    const isExact = now() - readAt <= EXACT_MS;
    if (before !== null && playlist.text !== before && isExact) return { playlist, at: now() / 1000 };
    before = playlist.text;
    readAt = askedAt;
    await pause(POLL_MS);
  }
  return null;
}

async function readPlaylist(
  core: CaptureOptions['core'],
  storage: Storage,
  path: string,
): Promise<LookPlaylist | { variant: string } | null> {
  try {
    const bytes = await core.fileBytes({ storage: storage === 'memfs' ? 'mem' : 'disk', path });
    return bytes instanceof Uint8Array ? lookPlaylist(new TextDecoder().decode(bytes)) : null;
  } catch (error) {
    if (codeOf(error) === 404) return null;
    throw error;
  }
}
