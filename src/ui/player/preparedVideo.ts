import { useDeferredValue, useEffect, useState } from 'react';
import { translateNow } from '../../i18n/index.ts';
import { fetchAhead, playsHlsNatively } from '../../viewer/browser/stream/fetchAhead.ts';
import { requesterOf } from '../../viewer/browser/stream/prefetchedReplies.ts';
import type { LivePlayer } from './showLiveVideo.ts';
import { videoTexts } from './videoTexts.ts';

interface PreparedVideo {
  address: string;
  player: Promise<LivePlayer>;
  ready: LivePlayer | null;
}

let prepared: PreparedVideo | null = null;
/** Until it is shown. */
let firstPicture: Promise<unknown> | null = null;
let playing: Promise<unknown> | undefined;

/** So long the rest of a page, and other downloads, wait for the picture. */
const PATIENCE_MS = 2000;

/** A page that has not used the player by then shows another screen. */
const UNUSED_MS = 10_000;

const ownTexts = () => ({
  language: document.documentElement.lang,
  texts: videoTexts(translateNow, translateNow('Preview')),
});

/** Creates a player before anything is known of a stream. */
export async function createSparePlayer(): Promise<void> {
  if (playsHlsNatively()) return;
  const { createSpare } = await import('./showLiveVideo.ts');
  createSpare(ownTexts());
}

/**
 * Fetches the first files of a live stream and starts its player, which the page takes once it is drawn. Resolves
 * when the decoder has the first of them; rejects if the player cannot be loaded.
 */
export async function prepareLiveVideo(address: string): Promise<void> {
  // A page that an interrupted session left mounted has its own player.
  if (document.hidden || playsHlsNatively() || document.querySelector('.player-video') !== null) return;
  const replies = fetchAhead(address, true);
  const player = import('./showLiveVideo.ts').then(({ startVideo }) =>
    startVideo({
      address,
      ...ownTexts(),
      requester: (own) => requesterOf(replies, own),
    }),
  );
  player.catch(() => {}); // the page loads it again
  endUnused(prepared);
  const own: PreparedVideo = { address, player, ready: null };
  prepared = own;
  const shown = player.then(({ playing }) => playing);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  firstPicture = Promise.race([shown, late]).catch(() => {});
  playing = firstPicture;
  setTimeout(() => {
    replies.clear();
    endUnused(own);
  }, UNUSED_MS);
  own.ready = await player;
  await own.ready.decoding;
}

function endUnused(video: PreparedVideo | null): void {
  if (video === null || video !== prepared) return;
  prepared = null;
  video.player.then(
    ({ end }) => end(),
    () => {},
  );
}

export const isVideoPrepared = (address: string) => prepared?.address === address;

/** Like `takePreparedVideo`, at once. Returns null while the player is loading. */
export function takeReadyVideo(address: string): LivePlayer | null {
  if (prepared?.address !== address || !prepared.ready) return null;
  const { ready } = prepared;
  prepared = null;
  return ready;
}

export function takePreparedVideo(address: string): Promise<LivePlayer> | null {
  if (prepared?.address !== address) return null;
  const { player } = prepared;
  prepared = null;
  return player;
}

/** Resolves with the first picture of the page, or when it is late. */
export function oncePlaying(): Promise<unknown> {
  playing ??= new Promise((resolve) => {
    document.addEventListener('playing', resolve, { capture: true, once: true });
    setTimeout(resolve, PATIENCE_MS);
  });
  return playing;
}

/** False until the prepared picture plays, which drawing the rest of the page would delay. True without one. */
export function useAfterFirstPicture(): boolean {
  const [after, setAfter] = useState(() => firstPicture === null);
  useEffect(() => {
    firstPicture?.then(() => {
      firstPicture = null;
      setAfter(true);
    });
  }, []);
  return useDeferredValue(after, false);
}
