import { bundlePathOf } from '../bundle/bundlePath.ts';

/** Pairs of paths on the disk of the core: images and uploads of a channel, and their places in the clone. */
export const clonedFiles = (paths: readonly string[], channel: string, clone: string): { from: string; to: string }[] =>
  paths.flatMap((from) =>
    bundlePathOf(from)?.channel === channel ? [{ from, to: from.replace(channel, clone) }] : [],
  );
