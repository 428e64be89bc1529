import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Spinner } from '../feedback/Waiting.tsx';
import type { DelayRange } from './liveDelay.ts';
import { takePreparedVideo, takeReadyVideo } from './preparedVideo.ts';
import type { LivePlayer, PlayerFailure } from './showLiveVideo.ts';
import { videoTexts } from './videoTexts.ts';

/** The player's video element, for taking pictures; null if there is none. */
export const playerVideoElement = (): HTMLVideoElement | null => document.querySelector('.player-video video');

interface LiveVideoProps {
  address: string;
  poster: string | null;
  label: string;
  onDelay?: (delay: DelayRange | null) => void;
  /** Must be stable. The buffer is detached afterwards. */
  onFile?: (address: string, buffer: ArrayBuffer) => void;
}

type LoadState = 'loading' | 'there' | 'failed';

export function LiveVideo({ address, poster, label, onDelay, onFile }: LiveVideoProps) {
  const { t, i18n } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const [loading, setLoading] = useState<LoadState>('loading');
  const [failing, setFailing] = useState<PlayerFailure | null>(null);
  // Keeps the first poster, as a newer one would interrupt playback.
  const [firstPoster] = useState(poster);
  // Before the page is painted: a prepared video is part of its first frame.
  useLayoutEffect(() => {
    let isUnmounted = false;
    const show = (player: LivePlayer) => {
      place.current?.append(player.element);
      player.follow({ poster: firstPoster, onFailing: setFailing, onDelay, onFile });
      setLoading('there');
    };
    const ready = takeReadyVideo(address);
    if (ready) {
      show(ready);
      return ready.end;
    }
    const start = async () => {
      const { startVideo } = await import('./showLiveVideo.ts');
      return isUnmounted ? null : startVideo({ address, language: i18n.language, texts: videoTexts(t, label) });
    };
    const starting = takePreparedVideo(address)?.catch(start) ?? start();
    starting.then(
      (player) => {
        if (!isUnmounted && player) show(player);
      },
      () => setLoading('failed'),
    );
    return () => {
      isUnmounted = true;
      starting.then(
        (player) => player?.end(),
        () => {},
      );
    };
  }, [address, firstPoster, label, t, i18n.language, onDelay, onFile]);
  return (
    <div className="player-video" ref={place}>
      {loading === 'loading' && (
        <div className="player-card">
          <Spinner />
        </div>
      )}
      {(failing !== null || loading === 'failed') && (
        <div className="player-card" role="status">
          <p>
            {loading === 'failed'
              ? t('Part of the interface could not be loaded. Reload the page.')
              : failing === 'missing'
                ? t('There is nothing to play yet. The preview begins automatically.')
                : t(
                    'This browser cannot play the stream. The stream keeps running; H.264 with AAC plays in every browser.',
                  )}
          </p>
        </div>
      )}
    </div>
  );
}
