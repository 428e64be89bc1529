import { firstSegmentIn, onlyRenditionIn } from '../../player/playlistAddresses.ts';
import { flagIn } from '../../player/startParameters.ts';
import { fetchReply, type Replies, type Reply, textOf } from './prefetchedReplies.ts';

const PATIENCE_MS = 8000;

const replies: Replies = new Map();

async function prefetch(address: string, cache: RequestCache): Promise<Reply> {
  const reply = fetchReply(address, { cache, signal: AbortSignal.timeout(PATIENCE_MS) });
  replies.set(address, reply);
  const { status, ...rest } = await reply;
  if (status !== 200) throw new Error(`${address} replies ${status}`);
  return { status, ...rest };
}

/** With autoplay, requests everything up to the first segment; among several renditions, the player chooses. */
async function askFor(source: string, begins: boolean) {
  const found = await prefetch(source, 'no-store');
  if (!begins) return;
  const rendition = onlyRenditionIn(textOf(found));
  const media = rendition === null ? found : await prefetch(new URL(rendition, found.url).href, 'no-store');
  const segment = firstSegmentIn(textOf(media));
  if (segment !== null) await prefetch(new URL(segment, media.url).href, 'default');
}

/** Safari plays HLS natively and makes its own requests. */
const playsByItself = () => /^((?!chrome|android|crios|fxios|edgios).)*(safari|iphone|ipad)/i.test(navigator.userAgent);

/** `start.min.js`: requests what the player will need while its large scripts load. */
const script = document.currentScript;
if (script instanceof HTMLScriptElement && window.headStart === undefined) {
  const { source = '', poster = '', autoplay } = script.dataset;
  const addressOf = (path: string) => new URL(path, document.baseURI).href;
  const sources = source.split(' ');
  const chosen = addressOf(sources[Math.floor(Math.random() * sources.length)] ?? '');
  const startedAt = performance.now();
  const image = poster === '' || /^https?:/.test(poster) ? poster : `${addressOf(poster)}?t=${Date.now()}`;
  if (image !== '') new Image().src = image;
  const begins = flagIn(location.search, 'autoplay', autoplay === 'true') && !playsByItself();
  // The player's own request reports the error.
  askFor(chosen, begins).catch(() => {});
  window.headStart = { source: chosen, replies, poster: image, begun: startedAt };
}
