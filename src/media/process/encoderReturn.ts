import type { HeldPush } from '../address/changePushKey.ts';
import { type Push, pushName } from '../address/pushAddress.ts';
import type { Progress } from '../run/progress.ts';

/** Seconds; a retry that is due so soon needs no help. */
const SOON_S = 1;

export const waitsForTry = (progress: Progress): boolean =>
  progress.order === 'start' &&
  (progress.status === 'error' || progress.status === 'disconnected') &&
  progress.retryIn !== null &&
  progress.retryIn > SOON_S;

export const readPush = (heldPush: HeldPush | null): Push | null =>
  heldPush && !heldPush.astray ? heldPush.push : null;

/** @param names of published streams; RTMP names begin with the app */
export const isPublished = (names: readonly string[], channel: string, push: Push): boolean =>
  names.some((name) => `/${name}`.endsWith(`/${pushName(channel, push)}`));

/** Starts a waiting process once per return of its encoder; if that fails, the reason is another one. */
export function startsOnReturn(
  used: boolean,
  { isLive, waits, isHere }: { isLive: boolean; waits: boolean; isHere: boolean },
): { used: boolean; starts: boolean } {
  if (isLive) return { used: false, starts: false };
  if (!waits) return { used, starts: false };
  return { used: isHere, starts: isHere && !used };
}
