import { msg } from '../i18n/msg.ts';

export type Deed = 'channels' | 'search' | 'shortcuts';

/** Every key that does something by itself; `text` is to be translated. */
export const shortcuts: readonly { key: string; text: string; does: Deed }[] = [
  { key: 'c', text: msg('Open the channel list'), does: 'channels' },
  { key: '/', text: msg('Go to the search on the screen'), does: 'search' },
  { key: '?', text: msg('Show these shortcuts'), does: 'shortcuts' },
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
export function deedOf({ key, combined, repeated, typing, covered }: Press): Deed | null {
  if (combined || repeated || typing) return null;
  const deed = shortcuts.find((shortcut) => shortcut.key === key.toLowerCase())?.does ?? null;
  return covered && deed !== 'search' ? null : deed;
}
