import type { Bundle } from './bundle.ts';

/**
 * Returns the bundle with new ids of a channel and its publications and renditions, in all texts and paths, and with a
 * new stream key if the channel has its own. For copies beside the original.
 *
 * @param random returns that many random bytes
 */
export function renewIds(bundle: Bundle, channel: string, random: (bytes: number) => Uint8Array): Bundle {
  throw new Error(`not built: ${bundle.selection} ${channel} ${random(1).length}`);
}
