import * as z from 'zod/mini';

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

/** Written to the core's memory by the agent every two seconds. If it does not change, the agent is gone. */
export const HoldStatus = z.object({
  version: z.literal(1),
  /** Increases with each write. */
  beat: z.number(),
  onAir: z.enum(['source', 'backup', 'slate', 'nothing']),
  backup: z.optional(z.number()),
  /** Seconds since the change, at the time of writing. */
  seconds: Seconds,
  /**
   * Why this is on the air. `blank`: the source shows a still or black picture; `order`: by the operator; `limit`: the
   * image reached its maximum duration.
   */
  why: z.enum(['running', 'ended', 'stopped', 'unknown', 'late', 'blank', 'order', 'limit']),
  image: z.enum(['ready', 'drawing', ...OBSTACLES]),
  limitIn: z.nullable(Seconds),
  /** Backups of the channel in order. `differs`: its format differs from the source, so it is not used. */
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
