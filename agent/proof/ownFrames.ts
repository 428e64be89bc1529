import { randomBytes } from 'node:crypto';
import type { Core } from '../../src/api/client.ts';
import { codeOf } from '../../src/api/error.ts';
import { lookPlaylistFile } from '../../src/api/processIds.ts';
import { addressIn, playlistFile } from '../../src/media/hls/hlsFiles.ts';
import { formatHoldPlaylist, type HoldPlaylist, parseHoldPlaylist } from '../../src/media/hold/holdPlaylist.ts';
import type { Look } from '../../src/media/look/look.ts';
import { MOST_LOOK_S } from '../../src/media/look/lookProcess.ts';
import { type Frame, framesAt } from '../../src/media/proof/frame.ts';
import type { LookRequest } from './watchProofs.ts';

/** Own frames that a platform may still show, in seconds. */
const KEPT_S = 320;
const POLL_MS = 250;
const PATIENCE_MS = 12_000;
/** The encoder may delete the oldest segments meanwhile. */
const SPARED = 1;

export interface OwnFrames {
  /** Oldest first, by the monotonic clock in seconds. */
  frames: readonly Frame[];
  /** Whether the channel was heard, newest last. */
  heard: readonly { at: number; isHeard: boolean }[];
  /** Seconds that one capture covers; 0 before the first. */
  covers: number;
}

export const NO_FRAMES: OwnFrames = { frames: [], heard: [], covers: 0 };

type OwnCore = Pick<Core, 'fileBytes' | 'memWrite' | 'memDelete'>;

interface CaptureOptions {
  core: OwnCore;
  channel: string;
  look: (request: LookRequest) => Promise<{ look: Look }>;
  /** Monotonic clock, in milliseconds. */
  now: () => number;
  pause: (ms: number) => Promise<unknown>;
}

/**
 * Decodes the segments that a channel has in memory. Null if it has no playlist there that can be
 * read; a playlist of the exact segments is written for it, because the channel's own moves on meanwhile.
 */
export async function captureOwn(before: OwnFrames, options: CaptureOptions): Promise<OwnFrames | null> {
  const { core, channel, look, now } = options;
  const found = await waitForSegment(options);
  if (found === null) return null;
  const entries = entriesToRead(found.list);
  const seconds = entries.reduce((sum, entry) => sum + entry.seconds, 0);
  if (entries.length === 0) return null;
  const file = lookPlaylistFile(randomBytes(16).toString('hex'));
  const list = formatHoldPlaylist({ ...found.list, entries });
  await core.memWrite({ path: file, body: `${list}#EXT-X-ENDLIST\n` });
  try {
    const { look: seen } = await look({
      ...{ channel, seconds, pictures: 'all', hasVideo: true },
      input: { address: addressIn('memfs', file), options: [] },
    });
    if (seen.status === 'failed') return null;
    const begin = found.at - seconds;
    return withCapture(before, framesAt(seen.frames, begin), { begin, seconds, isHeard: isHeard(seen) }, now() / 1000);
  } finally {
    await core.memDelete({ path: file }).catch(exceptGone);
  }
}

const entriesToRead = ({ entries }: HoldPlaylist) => {
  let seconds = 0;
  return entries
    .slice(SPARED)
    .toReversed()
    .filter((entry) => {
      seconds += entry.seconds;
      return seconds <= MOST_LOOK_S;
    })
    .toReversed();
};

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

export function withCapture(
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
async function waitForSegment({ core, channel, now, pause }: CaptureOptions) {
  const until = now() + PATIENCE_MS;
  const file = await mediaPlaylistOf(core, channel);
  if (file === null) return null;
  let before: string | null = null;
  while (now() < until) {
    const list = await readPlaylist(core, file);
    const newest = list?.entries.at(-1)?.file ?? null;
    if (list === null || newest === null) return null;
    if (before !== null && newest !== before) return { list, at: now() / 1000 };
    before = newest;
    await pause(POLL_MS);
  }
  return null;
}

async function mediaPlaylistOf(core: OwnCore, channel: string): Promise<string | null> {
  const file = playlistFile(channel);
  const found = await parsed(core, file);
  if (found === null) return null;
  return 'variant' in found ? found.variant : file;
}

async function readPlaylist(core: OwnCore, file: string): Promise<HoldPlaylist | null> {
  const found = await parsed(core, file);
  return found === null || 'variant' in found ? null : found;
}

async function parsed(core: OwnCore, path: string) {
  try {
    const bytes = await core.fileBytes({ storage: 'mem', path });
    return bytes instanceof Uint8Array ? parseHoldPlaylist(new TextDecoder().decode(bytes)) : null;
  } catch (error) {
    if (codeOf(error) === 404) return null;
    throw error;
  }
}

const exceptGone = (error: unknown) => {
  if (codeOf(error) !== 404) throw error;
};
