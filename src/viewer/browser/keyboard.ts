import { keyAction } from '../player/keyboardActions.ts';
import type { PlayerStream } from './stream/playerStreamTypes.ts';

const CONTROLS = 'button, a, input, select, textarea, [role=button], [role=slider], [role=menuitemradio]';

/** Obeys what is typed in the player, and on its page while nothing else is chosen. Answers how to stop it. */
export function listenToKeys(
  place: HTMLElement,
  read: () => PlayerStream | null,
  toggleFigures: () => void,
): () => void {
  const pressed = (event: KeyboardEvent) => {
    const { target } = event;
    const stream = read();
    const inside = target instanceof Element && place.contains(target);
    if (stream === null || (!inside && target !== document.body)) return;
    const action = keyAction(event, inside && target.closest(CONTROLS) !== null);
    if (action === null) return;
    // Beside the player, arrows and blanks are those of the page.
    if (!inside && !place.closest('.watch') && action.kind !== 'figures') return;
    event.preventDefault();
    const video = stream.video();
    switch (action.kind) {
      case 'play':
        // A browser that refuses has told it to the player.
        if (video) video.paused ? video.play().catch(() => {}) : video.pause();
        break;
      case 'mute':
        if (video) video.muted = !video.muted;
        break;
      case 'volume':
        if (video) video.volume = Math.min(1, Math.max(0, video.volume + action.by));
        break;
      case 'seek': {
        const { currentTime, window, seek } = stream.playback();
        if (window) seek(Math.min(window.end, Math.max(window.start, currentTime + action.by)));
        break;
      }
      case 'fullscreen':
        stream.toggleFullscreen();
        break;
      case 'captions': {
        const captions = stream.captions();
        captions?.choose(captions.chosen === '' ? (captions.list[0]?.id ?? '') : '');
        break;
      }
      case 'figures':
        toggleFigures();
    }
  };
  document.addEventListener('keydown', pressed);
  return () => document.removeEventListener('keydown', pressed);
}
