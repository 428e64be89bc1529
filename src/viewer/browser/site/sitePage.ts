import type { Say } from '../stream/playerStreamTypes.ts';

export interface SitePage {
  say: Say;
  language: string;
  /** Locale for dates and figures, which has a region unlike `language`. */
  locale: string;
}

export const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];

export const write = (element: Element | null | undefined, text: string) => {
  if (element && element.textContent !== text) element.textContent = text;
};

/** Without query and fragment. Also correct in a frame, where `location` is opaque. */
export const here = () => document.baseURI.replace(/[?#].*/s, '');
