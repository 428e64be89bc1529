import * as z from 'zod/mini';
import type { SlateObstacle } from './slateProcess.ts';
import type { HoldOrder } from './stitchPlaylist.ts';

const MOST_CHARACTERS = 4096;
/** More is no time that a clock can show. */
const Seconds = z.number().check(z.gte(0), z.lte(1e10));
const OBSTACLES = [
  'codec',
  'no-video',
  'audio-codec',
  'pictures',
  'unreadable',
  'image',
  'failed',
  'short-list',
  'newer',
] as const;
/**
 * Why there is no standby image. `short-list`: the channel keeps too few segments. `newer`: a newer version has stored
 * its settings.
 */
export type HoldObstacle = SlateObstacle | 'image' | 'failed' | 'short-list' | 'newer';

/**
 * The agent's report of a channel's hold, in the core's memory. It is written every two seconds: one that stays the same
 * for longer is of an agent that is gone.
 */
export const HoldStatus = z.object({
  version: z.literal(1),
  /** Rises with each writing. */
  beat: z.number(),
  onAir: z.enum(['source', 'slate', 'nothing']),
  /** Since when, in seconds before this writing. */
  seconds: Seconds,
  /** Why this is on the air. `order`: an operator wants it; `limit`: the image was on for long enough. */
  why: z.enum(['running', 'ended', 'stopped', 'unknown', 'late', 'order', 'limit']),
  image: z.enum(['ready', 'drawing', ...OBSTACLES]),
  /** Seconds until the image ends; null: it does not. */
  limitIn: z.nullable(Seconds),
});
export type HoldStatus = z.infer<typeof HoldStatus>;

/** null: the file is missing, damaged or of a newer version. */
export function parseHoldStatus(text: string): HoldStatus | null {
  if (text.length > MOST_CHARACTERS) return null;
  try {
    return HoldStatus.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** @param text of the order's file; null: there is none */
export const parseHoldOrder = (text: string | null): HoldOrder => {
  const word = text?.trim();
  return word === 'slate' || word === 'source' ? word : 'auto';
};
