/**
 * Sizes in characters of JSON. All global metadata is in one answer of the core, which every save and the agent read.
 * `server/util/limits.ts` describes them.
 */
export const REVISION_LIMITS = {
  /** Per channel. */
  revisions: 50,
  /** Of one channel, unless a single revision is larger. */
  channel: 65_536,
  single: 262_144,
  /** Of all channels. */
  total: 524_288,
  deletedChannels: 10,
  /** Of a template that is part of a revision. */
  file: 32_768,
} as const;
