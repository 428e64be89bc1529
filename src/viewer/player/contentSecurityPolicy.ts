import { ANALYTICS } from '../analytics.ts';
import type { PlayerSettings } from './settings.ts';

/** Where the script comes from with which a page casts. */
const GOOGLE = 'https://www.gstatic.com';

/**
 * The real core sends no headers with a page, so it says itself what it may load. Styles: video.js brings some of its
 * own. The stream may come from edges. `isCounted`: the page reports who looks at it. Workers and media: video.js makes them of blobs. Pictures: a logo may stand elsewhere.
 */
export function policyOf(
  { chromecast, delivery }: Pick<PlayerSettings, 'chromecast' | 'delivery'>,
  isCounted: boolean,
): string {
  const origins = delivery.split(' ').flatMap((edge) => (edge === '' ? [] : new URL(edge).origin));
  const stream = ["'self'", ...new Set(origins)].join(' ');
  return [
    "default-src 'none'",
    `script-src 'self'${chromecast ? ` ${GOOGLE}` : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: http: https:",
    'font-src data:',
    `media-src ${stream} blob:`,
    `connect-src ${stream}${isCounted ? ` ${ANALYTICS}` : ''}`,
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
