import { AGENT_API } from '../../../src/api/agentEndpoints.ts';

type Header = readonly [name: string, value: string];

const POLICY = 'Content-Security-Policy';

/**
 * By decoded path. Files in memory may come from anywhere and API responses are for programs, so browsers must run
 * nothing there. Pages on the disk belong to the operator.
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
      // Contains settings, stream keys and tokens.
      ['Cache-Control', 'no-store'],
    ],
  },
];

export const findSecurityHeaders = (path: string): readonly Header[] =>
  guards.find(({ below }) => path.startsWith(below) && (path.length === below.length || path[below.length] === '/'))
    ?.headers ?? [];

/** SVG and XML may contain scripts; opened directly, they get an opaque origin. */
export const buildDocumentGuards = (type: string): Readonly<Record<string, string>> =>
  /xml/i.test(type) ? { [POLICY]: 'sandbox allow-scripts allow-popups' } : {};

/** The publication website; player pages are made to be embedded. */
const WEBSITE = /^\/(index\.html|playersite_[^/]*\.html)$/;

/** Forbids frames of other sites. `path` is a path on the disk. */
export const buildWebsiteGuards = (path: string): Readonly<Record<string, string>> =>
  WEBSITE.test(path) ? { [POLICY]: "frame-ancestors 'self'" } : {};

const IN_PAGE = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/;

/** The policy in the page is for cores that send none; `frame-ancestors` works only as a header. */
export const buildPageGuards = (html: string): Readonly<Record<string, string>> => {
  const [, policy] = IN_PAGE.exec(html) ?? [];
  return {
    [POLICY]: [...(policy === undefined ? [] : [policy.replace(/[^ -~]+/g, ' ')]), "frame-ancestors 'self'"].join('; '),
    'X-Frame-Options': 'SAMEORIGIN',
    'Referrer-Policy': 'same-origin',
  };
};
