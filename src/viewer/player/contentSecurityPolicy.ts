import { ANALYTICS } from '../analytics.ts';
import type { PlayerSettings } from './settings.ts';

const GOOGLE = 'https://www.gstatic.com';

/**
 * Returns the policy for a meta tag, as the real core sends no headers. video.js needs inline styles and blobs; the
 * logo may be on another host.
 * `isCounted`: the page reports views.
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
