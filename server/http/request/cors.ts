import { AGENT_API } from '../../../src/api/agentEndpoints.ts';
import type { Config } from '../../config/configSchema.ts';

type Headers = Record<string, string>;

const ALLOWED = {
  'Access-Control-Allow-Headers': 'Origin,Content-Length,Content-Type,Authorization',
  'Access-Control-Allow-Methods': 'GET,HEAD,PUT,POST,DELETE,PATCH',
  'Access-Control-Max-Age': '86400',
};

const API = new RegExp(`^(/api|${AGENT_API})(/|$)`);

/** With a login, the API allows every origin; without one, only the public widget. `path` is decoded. */
export function findAllowedOrigins(path: string, { api, storage }: Config): readonly string[] {
  if (!API.test(path)) return storage.cors.origins;
  return api.auth.enable || path.startsWith('/api/v3/widget/') ? ['*'] : [];
}

/** Without these headers, the browser hides the response from the page. */
function corsHeaders(origin: string | undefined, origins: readonly string[]): Headers {
  if (origin === undefined) return {};
  const any = origins.includes('*');
  if (!any && !origins.includes(origin)) return {};
  return {
    'Access-Control-Allow-Origin': any ? '*' : origin,
    'Access-Control-Allow-Credentials': 'true',
  };
}

export const buildCorsHeaders = (origin: string | undefined, origins: readonly string[]): Headers => {
  const allowed = corsHeaders(origin, origins);
  return 'Access-Control-Allow-Origin' in allowed
    ? { ...allowed, 'Access-Control-Expose-Headers': 'Content-Length' }
    : allowed;
};

export function buildPreflightHeaders(origin: string | undefined, origins: readonly string[]): Headers {
  if (origin === undefined) return { Vary: 'Origin' };
  const allowed = corsHeaders(origin, origins);
  return {
    Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    ...('Access-Control-Allow-Origin' in allowed ? { ...allowed, ...ALLOWED } : {}),
  };
}
