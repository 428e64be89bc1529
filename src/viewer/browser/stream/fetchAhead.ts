import { firstSegmentIn, onlyRenditionIn } from '../../player/playlistAddresses.ts';
import { fetchReply, type Replies, type Reply, textOf } from './prefetchedReplies.ts';

const PATIENCE_MS = 8000;

async function request(replies: Replies, address: string, cache: RequestCache): Promise<Reply> {
  const reply = fetchReply(address, { cache, signal: AbortSignal.timeout(PATIENCE_MS) });
  replies.set(address, reply);
  const { status, ...rest } = await reply;
  if (status !== 200) throw new Error(`${address} replies ${status}`);
  return { status, ...rest };
}

/** With autoplay, requests everything up to the first segment; among several renditions, the player chooses. */
async function requestAll(replies: Replies, source: string, begins: boolean) {
  const found = await request(replies, source, 'no-store');
  if (!begins) return;
  const rendition = onlyRenditionIn(textOf(found));
  const media = rendition === null ? found : await request(replies, new URL(rendition, found.url).href, 'no-store');
  const segment = firstSegmentIn(textOf(media));
  if (segment !== null) await request(replies, new URL(segment, media.url).href, 'default');
}

/** Requests what the player will request first; the replies come in while its scripts load. */
export function fetchAhead(source: string, begins: boolean): Replies {
  const replies: Replies = new Map();
  // The player's own request reports the error.
  requestAll(replies, source, begins).catch(() => {});
  return replies;
}

/** Safari plays HLS natively and makes its own requests. */
export const playsHlsNatively = () =>
  /^((?!chrome|android|crios|fxios|edgios).)*(safari|iphone|ipad)/i.test(navigator.userAgent);
