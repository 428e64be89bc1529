import type { IncomingHttpHeaders } from 'node:http';

const ALLOWED = {
  'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Last-Event-ID',
  'Access-Control-Max-Age': '600',
};

/**
 * For whom a browser opens an answer: the interface at another port of the host that was asked, and `origins`. A request
 * without a token learns nothing more for it, and no cookie counts, so there are no credentials.
 * @param origins exact: `https://live.example.org`
 * @returns null: for no page of another origin
 */
export function crossOriginHeaders(
  { origin, host }: IncomingHttpHeaders,
  origins: readonly string[],
): Readonly<Record<string, string>> | null {
  if (origin === undefined || !(isOfHost(origin, host) || origins.includes(origin))) return null;
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': 'Retry-After, Content-Disposition' };
}

/** To a request that asks what may be asked. */
export const preflightHeaders = (headers: IncomingHttpHeaders, origins: readonly string[]) => {
  const allowed = crossOriginHeaders(headers, origins);
  return allowed && { ...allowed, ...ALLOWED };
};

function isOfHost(origin: string, host: string | undefined): boolean {
  const page = URL.parse(origin);
  const asked = host === undefined ? null : URL.parse(`http://${host}`);
  if (page === null || asked === null || page.origin !== origin || !/^https?:$/.test(page.protocol)) return false;
  return page.hostname === asked.hostname && asked.pathname === '/' && asked.username === '';
}

/** `SLUICE_AGENT_ORIGINS`: separated by commas. Throws one line for what is no origin. */
export function readOrigins(given: string | undefined): readonly string[] {
  const origins = (given ?? '').split(',').flatMap((one) => (one.trim() === '' ? [] : [one.trim()]));
  if (origins.length > MOST_ORIGINS || !origins.every(isOrigin))
    throw new Error('SLUICE_AGENT_ORIGINS is no list of origins such as https://live.example.org,http://10.0.0.5:8080');
  return origins;
}

const MOST_ORIGINS = 50;
const isOrigin = (text: string) => /^https?:[^*]*$/.test(text) && URL.parse(text)?.origin === text;
