import { recoveryStep, type ViewerMoment } from '../../player/playbackRecovery.ts';

/** What a player tells of itself, and obeys; times in seconds. */
export interface Playback extends Pick<ViewerMoment, 'paused' | 'currentTime' | 'window'> {
  seek(time: number): void;
}

const WATCH_MS = 1000;

/**
 * Looks every second whether the picture moves: catches up with what is live, and asks where it stands still.
 * `restart`: what stood until now does not count. `end`: looks no more.
 */
export function watchPlayback(read: () => Playback, onStill: (seconds: number) => void) {
  let moved = { at: 0, time: performance.now() };
  const watching = setInterval(() => {
    const { paused, currentTime, window, seek } = read();
    // A browser that does not play for a hidden page has not stalled.
    if (currentTime !== moved.at || paused || document.hidden) moved = { at: currentTime, time: performance.now() };
    const still = (performance.now() - moved.time) / 1000;
    const step = recoveryStep({ paused, still, currentTime, window });
    if (step === 'ask') onStill(still);
    if (step === 'jump' && window !== null) seek(window.end);
  }, WATCH_MS);
  return {
    restart() {
      moved = { at: 0, time: performance.now() };
    },
    end: () => clearInterval(watching),
  };
}
