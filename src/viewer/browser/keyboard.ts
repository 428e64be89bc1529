import type { PlayerStream } from './stream/playerStreamTypes.ts';

/** What a key does in a player: `by` is seconds to go, or a share of the loudness. */
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

/** Something that has keys of its own: there, only letters are the player's. */
const isLetter = (key: string) => /^[a-z]$/.test(key);

/** `onControl`: it was pressed on a button, a link or a slider. null: it is none of the player's. */
export function keyAction({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyPress, onControl: boolean): KeyAction | null {
  if (altKey) return null;
  if (ctrlKey || metaKey) return shiftKey && key.toLowerCase() === 's' ? { kind: 'figures' } : null;
  if (shiftKey || (onControl && !isLetter(key))) return null;
  return Object.hasOwn(PLAIN, key) ? (PLAIN[key] ?? null) : null;
}

const CONTROLS = 'button, a, input, select, textarea, [role=button], [role=slider], [role=menuitemradio]';

/** Obeys what is typed in the player, and on its page while nothing else is chosen. Answers how to stop it. */
export function listenToKeyboard(
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
