import { translateNow } from '../../i18n/index.ts';
import { fetchAhead, playsHlsNatively } from '../../viewer/browser/stream/fetchAhead.ts';
import { requesterOf } from '../../viewer/browser/stream/prefetchedReplies.ts';
import type { LivePlayer } from './showLiveVideo.ts';
import { videoTexts } from './videoTexts.ts';

interface PreparedVideo {
  address: string;
  player: Promise<LivePlayer>;
}

let prepared: PreparedVideo | null = null;

/** A page that has not used the player by then shows another screen. */
const UNUSED_MS = 10_000;

/** Fetches the first files of a live stream and starts its player, which the page takes once it is drawn. */
export function prepareLiveVideo(address: string): void {
  // A page that an interrupted session left mounted has its own player.
  if (document.hidden || playsHlsNatively() || document.querySelector('.player-video') !== null) return;
  const replies = fetchAhead(address, true);
  const player = import('./showLiveVideo.ts').then(({ startVideo }) =>
    startVideo({
      address,
      language: document.documentElement.lang,
      texts: videoTexts(translateNow, translateNow('Preview')),
      requester: (own) => requesterOf(replies, own),
    }),
  );
  player.catch(() => {}); // the page loads it again
  endUnused(prepared);
  const own = { address, player };
  prepared = own;
  setTimeout(() => {
    replies.clear();
    endUnused(own);
  }, UNUSED_MS);
}

function endUnused(video: PreparedVideo | null): void {
  if (video === null || video !== prepared) return;
  prepared = null;
  video.player.then(
    ({ end }) => end(),
    () => {},
  );
}

export function takePreparedVideo(address: string): Promise<LivePlayer> | null {
  if (prepared?.address !== address) return null;
  const { player } = prepared;
  prepared = null;
  return player;
}
