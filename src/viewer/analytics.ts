import { html, type Markup, raw } from './markup.ts';
import { LIBRARY } from './webRootFilePaths.ts';

/** Where a page sends what it counts (contentSecurityPolicy.ts lets it out). */
export const ANALYTICS = 'https://www.google-analytics.com';

/** By what a page counts its views: a measurement id, and a name that tells pages of one id apart. */
export interface Analytics {
  account: string;
  name: string;
}

/** Of Google Analytics 4. Those of Universal Analytics (UA-…) are counted by nobody since July 2024. */
const MEASUREMENT = /^G-[A-Z\d]{4,20}$/;
/** Google cuts longer values of a parameter. */
const NAME_LETTERS = 100;

/** What is stored, as it counts; null: nothing does. Only a measurement id gets into a page, whatever is stored. */
export function analyticsOf({ account, name }: Analytics): Analytics | null {
  const id = account.trim().toUpperCase();
  return MEASUREMENT.test(id) ? { account: id, name: name.trim().slice(0, NAME_LETTERS) } : null;
}

/** The script of a page that counts; nothing for others. `subject`: what is watched there. */
export const analyticsScript = (counted: Analytics | null, subject: string): Markup =>
  counted === null
    ? raw('')
    : html`<script src="${LIBRARY}analytics.min.js" data-account="${counted.account}" data-name="${counted.name}" data-subject="${subject}" defer></script>\n`;
