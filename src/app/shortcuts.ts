import { msg } from '../i18n/msg.ts';

export type ShortcutAction = 'channels' | 'search' | 'shortcuts';

/** Every key that does something by itself; `text` is to be translated. */
export const shortcuts: readonly { key: string; text: string; action: ShortcutAction }[] = [
  { key: 'c', text: msg('Open the channel list'), action: 'channels' },
  { key: '/', text: msg('Focus the search field'), action: 'search' },
  { key: '?', text: msg('Show keyboard shortcuts'), action: 'shortcuts' },
];

/** A key that was pressed, and where. */
export interface Press {
  key: string;
  /** Together with Ctrl, Alt or Meta: the browser's own. Shift belongs to the key. */
  combined: boolean;
  /** Held down. */
  repeated: boolean;
  /** The focus is in something that takes letters. */
  typing: boolean;
  /** A dialog or menu is open. */
  covered: boolean;
}

/** What a press does; null for all that is none of ours. In a dialog there is only its own search to go to. */
export function shortcutActionOf({ key, combined, repeated, typing, covered }: Press): ShortcutAction | null {
  if (combined || repeated || typing) return null;
  const deed = shortcuts.find((shortcut) => shortcut.key === key.toLowerCase())?.action ?? null;
  return covered && deed !== 'search' ? null : deed;
}
