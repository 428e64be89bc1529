import type { Say } from '../stream/playerStreamTypes.ts';

/** What the parts of the website's script share: the page, and the language it is read in. */
export interface SitePage {
  /** A text of `texts`, in `language`. */
  say: Say;
  language: string;
  /** How the viewer writes dates and figures, which the language alone does not tell. */
  locale: string;
}

export const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];

export const write = (element: Element | null | undefined, text: string) => {
  if (element && element.textContent !== text) element.textContent = text;
};

/** Without query and fragment: also in a frame, where `location` is nobody's. */
export const here = () => document.baseURI.replace(/[?#].*/s, '');
