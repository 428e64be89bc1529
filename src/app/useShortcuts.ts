import { useEffect, useRef } from 'react';
import { type ShortcutAction, shortcutActionOf } from './shortcuts.ts';

const TYPING = 'input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable=true]';
const COVER = '[role=dialog], [role=alertdialog], [role=menu]';

const coverOf = (page: Document) => [...page.querySelectorAll(COVER)].at(-1);

/** Puts the focus into the search of the open dialog, or else of the page. */
export const focusSearch = (page: Document) =>
  (coverOf(page) ?? page).querySelector<HTMLElement>('input[type=search]')?.focus();

/** Obeys the keys of the table as long as they are switched on. */
export function useShortcuts(on: boolean, act: (deed: ShortcutAction) => void) {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (!on) return;
    const pressed = (event: KeyboardEvent) => {
      const { key, ctrlKey, altKey, metaKey, repeat, target } = event;
      const deed = shortcutActionOf({
        key,
        combined: ctrlKey || altKey || metaKey,
        repeated: repeat,
        typing: event.defaultPrevented || (target instanceof Element && target.matches(TYPING)),
        covered: coverOf(document) !== undefined,
      });
      if (deed === null) return;
      // The letter is not for the field that gets the focus.
      event.preventDefault();
      latest.current(deed);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [on]);
}
