import { html, type Markup, raw } from './markup.ts';
import { LIBRARY } from './webRootFilePaths.ts';

/** Allowed by contentSecurityPolicy.ts. */
export const ANALYTICS = 'https://www.google-analytics.com';

export interface Analytics {
  account: string;
  name: string;
}

/** Google Analytics 4 only: Universal Analytics (UA-…) ended in July 2024. */
const MEASUREMENT = /^G-[A-Z\d]{4,20}$/;
/** Google truncates longer values. */
const NAME_LETTERS = 100;

/** null if nothing is counted. Only valid measurement ids get into a page. */
export function analyticsOf({ account, name }: Analytics): Analytics | null {
  const id = account.trim().toUpperCase();
  return MEASUREMENT.test(id) ? { account: id, name: name.trim().slice(0, NAME_LETTERS) } : null;
}

export const analyticsScript = (analytics: Analytics | null, subject: string): Markup =>
  analytics === null
    ? raw('')
    : html`<script src="${LIBRARY}analytics.min.js" data-account="${analytics.account}" data-name="${analytics.name}" data-subject="${subject}" defer></script>\n`;
