import { useEffect, useRef } from 'react';
import { msg } from '../../i18n/msg.ts';

export type ShortcutAction = 'channels' | 'multiview' | 'search' | 'shortcuts';

/** Every key that does something by itself; `text` is to be translated. */
export const shortcuts: readonly { key: string; text: string; action: ShortcutAction }[] = [
  { key: 'c', text: msg('Open the channel list'), action: 'channels' },
  { key: 'm', text: msg('Open the multiview'), action: 'multiview' },
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
  const action = shortcuts.find((shortcut) => shortcut.key === key.toLowerCase())?.action ?? null;
  return covered && action !== 'search' ? null : action;
}

const TYPING = 'input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable=true]';
const COVER = '[role=dialog], [role=alertdialog], [role=menu]';

const coverOf = (page: Document) => [...page.querySelectorAll(COVER)].at(-1);

/** Puts the focus into the search of the open dialog, or else of the page. */
export const focusSearch = (page: Document) =>
  (coverOf(page) ?? page).querySelector<HTMLElement>('input[type=search]')?.focus();

/** Obeys the keys of the table as long as they are switched on. */
export function useShortcuts(on: boolean, run: (action: ShortcutAction) => void) {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (!on) return;
    const pressed = (event: KeyboardEvent) => {
      const { key, ctrlKey, altKey, metaKey, repeat, target } = event;
      const action = shortcutActionOf({
        key,
        combined: ctrlKey || altKey || metaKey,
        repeated: repeat,
        typing: event.defaultPrevented || (target instanceof Element && target.matches(TYPING)),
        covered: coverOf(document) !== undefined,
      });
      if (action === null) return;
      // The letter is not for the field that gets the focus.
      event.preventDefault();
      latest.current(action);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [on]);
}
