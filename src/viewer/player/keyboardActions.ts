/** What a key does in a player: `by` is seconds to go, or a share of the loudness. */
export type KeyAction =
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
