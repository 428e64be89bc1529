import type { IncomingHttpHeaders } from 'node:http';

const ALLOWED = {
  'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Last-Event-ID',
  'Access-Control-Max-Age': '600',
};

/**
 * CORS headers for `origins` and for other ports of the requested host; null for other origins. Never allows
 * credentials, as the API uses no cookies.
 */
export function crossOriginHeaders(
  { origin, host }: IncomingHttpHeaders,
  origins: readonly string[],
): Readonly<Record<string, string>> | null {
  if (origin === undefined || !(isOfHost(origin, host) || origins.includes(origin))) return null;
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': 'Retry-After, Content-Disposition' };
}

export const preflightHeaders = (headers: IncomingHttpHeaders, origins: readonly string[]) => {
  const allowed = crossOriginHeaders(headers, origins);
  return allowed && { ...allowed, ...ALLOWED };
};

function isOfHost(origin: string, host: string | undefined): boolean {
  const page = URL.parse(origin);
  const requested = host === undefined ? null : URL.parse(`http://${host}`);
  if (page === null || requested === null || page.origin !== origin || !/^https?:$/.test(page.protocol)) return false;
  return page.hostname === requested.hostname && requested.pathname === '/' && requested.username === '';
}

/** Parses `SLUICE_AGENT_ORIGINS`, separated by commas. Throws an error with a one-line message. */
export function readOrigins(value: string | undefined): readonly string[] {
  const origins = (value ?? '').split(',').flatMap((origin) => (origin.trim() === '' ? [] : [origin.trim()]));
  if (origins.length > MAX_ORIGINS || !origins.every(isOrigin))
    throw new Error('SLUICE_AGENT_ORIGINS is no list of origins such as https://live.example.org,http://10.0.0.5:8080');
  return origins;
}

const MAX_ORIGINS = 50;
const isOrigin = (text: string) => /^https?:[^*]*$/.test(text) && URL.parse(text)?.origin === text;
