type Header = readonly [name: string, value: string];

const POLICY = 'Content-Security-Policy';

/**
 * The headers of everything below a path (decoded). Browsers must run nothing there, whatever its name: files in the
 * memory may come from anywhere, and API answers are for programs. The policy does not bind what players play. The disk
 * holds pages of the operator, which may run scripts: there the page itself decides.
 */
const guards: readonly { readonly below: string; readonly headers: readonly Header[] }[] = [
  {
    below: '/memfs',
    headers: [
      [POLICY, "sandbox; default-src 'none'; img-src 'self'; media-src 'self' blob:; style-src 'unsafe-inline'"],
    ],
  },
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

/**
 * A picture or a document in XML may bring scripts, but is no page: opened by itself it gets an origin of its own, where
 * nothing else is.
 */
export const buildDocumentGuards = (type: string): Readonly<Record<string, string>> =>
  /xml/i.test(type) ? { [POLICY]: 'sandbox allow-scripts allow-popups' } : {};

/** The pages of the publication website. Those of the player are made to be embedded. */
const WEBSITE = /^\/(index\.html|playersite_[^/]*\.html)$/;

/** With a file of the disk (`path`: as it is read). The website is shown in no frame of another site. */
export const buildWebsiteGuards = (path: string): Readonly<Record<string, string>> =>
  WEBSITE.test(path) ? { [POLICY]: "frame-ancestors 'self'" } : {};

const IN_PAGE = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/;

/** With the pages of the interface. The policy stands in the page, for cores that send none; a page cannot say more. */
export const buildPageGuards = (html: string): Readonly<Record<string, string>> => {
  const [, policy] = IN_PAGE.exec(html) ?? [];
  return {
    [POLICY]: [...(policy === undefined ? [] : [policy.replace(/[^ -~]+/g, ' ')]), "frame-ancestors 'self'"].join('; '),
    'X-Frame-Options': 'SAMEORIGIN',
    'Referrer-Policy': 'same-origin',
  };
};
