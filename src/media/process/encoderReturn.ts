import type { HeldPush } from '../address/changePushKey.ts';
import { type Push, pushName } from '../address/pushAddress.ts';
import type { Progress } from '../run/progress.ts';

/** A try that is due in so many seconds comes by itself as fast. */
const SOON_S = 1;

/** The process of a channel waits for its next try. Without a next try the operator starts it. */
export const waitsForTry = (progress: Progress): boolean =>
  progress.order === 'start' &&
  (progress.status === 'error' || progress.status === 'disconnected') &&
  progress.retryIn !== null &&
  progress.retryIn > SOON_S;

/** null: it is not pushed, or reads from somewhere else. */
export const readPush = (held: HeldPush | null): Push | null => (held && !held.astray ? held.push : null);

/** @param names of the streams that are published, with the app of RTMP in front */
export const isPublished = (names: readonly string[], channel: string, push: Push): boolean =>
  names.some((name) => `/${name}`.endsWith(`/${pushName(channel, push)}`));

/**
 * Whether a channel is started as its encoder publishes again, since its process would go on waiting for its next try:
 * once for each return, as what fails all the same fails for another reason.
 * @param used it was started for this return
 */
export function startsOnReturn(
  used: boolean,
  { isLive, waits, isHere }: { isLive: boolean; waits: boolean; isHere: boolean },
): { used: boolean; starts: boolean } {
  if (isLive) return { used: false, starts: false };
  if (!waits) return { used, starts: false };
  return { used: isHere, starts: isHere && !used };
}
