import * as z from 'zod/mini';

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

const DIFFERENCES = [
  ...(['video', 'video-codec', 'pixels', 'size', 'b-frames', 'profile', 'frame-rate', 'keyframes'] as const),
  ...(['audio', 'audio-codec', 'sample-rate', 'channels'] as const),
] as const;

/**
 * The agent's report of a channel's hold, in the core's memory. It is written every two seconds: one that stays the same
 * for longer is of an agent that is gone.
 */
export const HoldStatus = z.object({
  version: z.literal(1),
  /** Rises with each writing. */
  beat: z.number(),
  onAir: z.enum(['source', 'backup', 'slate', 'nothing']),
  /** The number of the backup that is on the air. */
  backup: z.optional(z.number()),
  /** Since when, in seconds before this writing. */
  seconds: Seconds,
  /** Why this is on the air. `order`: an operator wants it; `limit`: the image was on for long enough. */
  why: z.enum(['running', 'ended', 'stopped', 'unknown', 'late', 'order', 'limit']),
  image: z.enum(['ready', 'drawing', ...OBSTACLES]),
  /** Seconds until the image ends; null: it does not. */
  limitIn: z.nullable(Seconds),
  /** Of each backup of the channel, in their order. `differs`: from the source, so that it is not put on the air. */
  backups: z.optional(
    z.array(
      z.object({
        id: z.number(),
        state: z.enum(['off', 'starting', 'ready', 'failing', 'mismatch']),
        differs: z.array(z.enum(DIFFERENCES)),
      }),
    ),
  ),
});
export type BackupDifference = (typeof DIFFERENCES)[number];
export type HoldStatus = z.infer<typeof HoldStatus>;
