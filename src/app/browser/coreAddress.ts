/** Session storage key. The redirect of an identity provider (identityProvider.ts) drops the query of the page. */
export const LEFT_CORE = 'sluice-core';

/** `?address=` if valid, else the origin of the page. A `foreign` core at another origin must be confirmed first. */
export function coreAddressOf(page: URL): { address: string; foreign: boolean } {
  const { searchParams } = page;
  const param = searchParams.get('address') ?? (searchParams.has('state') ? sessionStorage.getItem(LEFT_CORE) : null);
  const url = param === null ? null : URL.parse(param);
  if (!url || !/^https?:$/.test(url.protocol)) return { address: page.origin, foreign: false };
  // Keeps a path of a reverse proxy. The look-behind avoids quadratic backtracking.
  const address = `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '');
  return { address, foreign: url.origin !== page.origin };
}
