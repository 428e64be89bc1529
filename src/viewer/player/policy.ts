import type { PlayerSettings } from './settings.ts';

/** Where the script comes from with which a page casts. */
const GOOGLE = 'https://www.gstatic.com';

/**
 * The real core sends no headers with a page, so it says itself what it may load. Styles: video.js brings some of its
 * own. Workers and media: video.js makes them of blobs. Pictures: a logo may stand elsewhere.
 */
export const policyOf = ({ chromecast }: Pick<PlayerSettings, 'chromecast'>): string =>
  [
    "default-src 'none'",
    `script-src 'self'${chromecast ? ` ${GOOGLE}` : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: http: https:",
    'font-src data:',
    "media-src 'self' blob:",
    "connect-src 'self'",
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
