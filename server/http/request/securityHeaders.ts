import { AGENT_API } from '../../../src/api/agentEndpoints.ts';

type Header = readonly [name: string, value: string];

const POLICY = 'Content-Security-Policy';

/**
 * Headers below a decoded path. Browsers must run nothing there, as files in memory may come from anywhere and API
 * answers are for programs. Pages on the disk are the operator's and rule themselves. Players' media are not bound.
 */
const guards: readonly { readonly below: string; readonly headers: readonly Header[] }[] = [
  {
    below: '/memfs',
    headers: [
      [POLICY, "sandbox; default-src 'none'; img-src 'self'; media-src 'self' blob:; style-src 'unsafe-inline'"],
    ],
  },
  { below: AGENT_API, headers: [[POLICY, "sandbox; default-src 'none'; frame-ancestors 'none'"]] },
  { below: '/api/v3/widget', headers: [[POLICY, "default-src 'none'"]] },
  {
    below: '/api',
    headers: [
      [POLICY, "sandbox; default-src 'none'; frame-ancestors 'none'"],
      // Settings, stream keys, tokens: they belong into no cache.
      ['Cache-Control', 'no-store'],
    ],
  },
];

export const findSecurityHeaders = (path: string): readonly Header[] =>
  guards.find(({ below }) => path.startsWith(below) && (path.length === below.length || path[below.length] === '/'))
    ?.headers ?? [];

/** Pictures and documents in XML may hold scripts. Opened by themselves, they get an origin of their own. */
export const buildDocumentGuards = (type: string): Readonly<Record<string, string>> =>
  /xml/i.test(type) ? { [POLICY]: 'sandbox allow-scripts allow-popups' } : {};

/** The pages of the publication website. Those of the player are made to be embedded. */
const WEBSITE = /^\/(index\.html|playersite_[^/]*\.html)$/;

/** Frames of other sites must not show the website. `path` is the path on the disk. */
export const buildWebsiteGuards = (path: string): Readonly<Record<string, string>> =>
  WEBSITE.test(path) ? { [POLICY]: "frame-ancestors 'self'" } : {};

const IN_PAGE = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/;

/** The page contains its policy, for cores that send none. Only a header can say the rest. */
export const buildPageGuards = (html: string): Readonly<Record<string, string>> => {
  const [, policy] = IN_PAGE.exec(html) ?? [];
  return {
    [POLICY]: [...(policy === undefined ? [] : [policy.replace(/[^ -~]+/g, ' ')]), "frame-ancestors 'self'"].join('; '),
    'X-Frame-Options': 'SAMEORIGIN',
    'Referrer-Policy': 'same-origin',
  };
};
