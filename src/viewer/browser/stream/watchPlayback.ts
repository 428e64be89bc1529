import { recoveryStep, type ViewerMoment } from '../../player/playbackRecovery.ts';

/** Times in seconds. */
export interface Playback extends Pick<ViewerMoment, 'paused' | 'currentTime' | 'window'> {
  seek(time: number): void;
}

const WATCH_MS = 1000;

/** Checks every second whether the picture moves: jumps to the live edge after a lag, or calls `onStill`. */
export function watchPlayback(read: () => Playback, onStill: (seconds: number) => void) {
  let moved = { at: 0, time: performance.now() };
  const watching = setInterval(() => {
    const { paused, currentTime, window, seek } = read();
    // Browsers may pause hidden pages, which is not a stall.
    if (currentTime !== moved.at || paused || document.hidden) moved = { at: currentTime, time: performance.now() };
    const stillSeconds = (performance.now() - moved.time) / 1000;
    const step = recoveryStep({ paused, still: stillSeconds, currentTime, window });
    if (step === 'ask') onStill(stillSeconds);
    if (step === 'jump' && window !== null) seek(window.end);
  }, WATCH_MS);
  return {
    restart() {
      moved = { at: 0, time: performance.now() };
    },
    end: () => clearInterval(watching),
  };
}
