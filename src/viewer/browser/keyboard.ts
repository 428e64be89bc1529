import type { PlayerStream } from './stream/playerStreamTypes.ts';

/** `by`: seconds, or a fraction of the volume. */
type KeyAction =
  | { kind: 'play' | 'mute' | 'fullscreen' | 'captions' | 'figures' }
  | { kind: 'seek' | 'volume'; by: number };

interface KeyPress {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

const PLAIN: Readonly<Record<string, KeyAction>> = {
  ' ': { kind: 'play' },
  k: { kind: 'play' },
  m: { kind: 'mute' },
  f: { kind: 'fullscreen' },
  c: { kind: 'captions' },
  ArrowLeft: { kind: 'seek', by: -5 },
  ArrowRight: { kind: 'seek', by: 5 },
  ArrowUp: { kind: 'volume', by: 0.1 },
  ArrowDown: { kind: 'volume', by: -0.1 },
};

const isLetter = (key: string) => /^[a-z]$/.test(key);

/** null for keys that are not the player's. `onControl`: a button, link or slider has the focus. */
export function keyAction({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyPress, onControl: boolean): KeyAction | null {
  if (altKey) return null;
  if (ctrlKey || metaKey) return shiftKey && key.toLowerCase() === 's' ? { kind: 'figures' } : null;
  if (shiftKey || (onControl && !isLetter(key))) return null;
  return Object.hasOwn(PLAIN, key) ? (PLAIN[key] ?? null) : null;
}

const CONTROLS = 'button, a, input, select, textarea, [role=button], [role=slider], [role=menuitemradio]';

/** Handles keys in the player, and on its page while nothing has the focus. Returns the function that stops it. */
export function listenToKeyboard(
  place: HTMLElement,
  read: () => PlayerStream | null,
  toggleFigures: () => void,
): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event;
    const stream = read();
    const isInside = target instanceof Element && place.contains(target);
    if (stream === null || (!isInside && target !== document.body)) return;
    const action = keyAction(event, isInside && target.closest(CONTROLS) !== null);
    if (action === null) return;
    // Outside the player, arrows and space belong to the page.
    if (!isInside && !place.closest('.watch') && action.kind !== 'figures') return;
    event.preventDefault();
    const video = stream.video();
    switch (action.kind) {
      case 'play':
        // The player reports a rejection by the browser itself.
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
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}
