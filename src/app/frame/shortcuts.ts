import { useEffect, useRef } from 'react';
import { msg } from '../../i18n/msg.ts';

export type ShortcutAction = 'channels' | 'multiview' | 'search' | 'shortcuts';

export const shortcuts: readonly { key: string; text: string; action: ShortcutAction }[] = [
  { key: 'c', text: msg('Open the channel list'), action: 'channels' },
  { key: 'm', text: msg('Open the multiview'), action: 'multiview' },
  { key: '/', text: msg('Focus the search field'), action: 'search' },
  { key: '?', text: msg('Show keyboard shortcuts'), action: 'shortcuts' },
];

/** Storage key, and its value while single keys do nothing. */
export const SHORTCUTS_KEY = 'shortcuts';
export const SHORTCUTS_OFF = 'off';

export interface Press {
  key: string;
  /** Pressed with Ctrl, Alt or Meta, which belong to the browser. */
  combined: boolean;
  repeated: boolean;
  /** The focus is in a text field. */
  typing: boolean;
  covered: boolean;
}

/** Returns null for other keys. In a dialog, only its search field is available. */
export function shortcutActionOf({ key, combined, repeated, typing, covered }: Press): ShortcutAction | null {
  if (combined || repeated || typing) return null;
  const action = shortcuts.find((shortcut) => shortcut.key === key.toLowerCase())?.action ?? null;
  return covered && action !== 'search' ? null : action;
}

const TYPING = 'input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable=true]';
const COVER = '[role=dialog], [role=alertdialog], [role=menu]';

const coverOf = (page: Document) => [...page.querySelectorAll(COVER)].at(-1);

export const focusSearch = (page: Document) =>
  (coverOf(page) ?? page).querySelector<HTMLElement>('input[type=search]')?.focus();

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
      // Otherwise the key would be typed into the focused field.
      event.preventDefault();
      latest.current(action);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [on]);
}
