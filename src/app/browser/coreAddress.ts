/** In this tab while the page is at an identity provider (identityProvider.ts), which sends back to it without its query. */
export const LEFT_CORE = 'sluice-core';

/**
 * Where the core is: `?address=` if it is an address, else the origin of the page.
 * `foreign`: it is not the page's own origin, so the operator confirms it before credentials go there.
 */
export function coreAddressOf(page: URL): { address: string; foreign: boolean } {
  const { searchParams } = page;
  const asked = searchParams.get('address') ?? (searchParams.has('state') ? sessionStorage.getItem(LEFT_CORE) : null);
  const url = asked === null ? null : URL.parse(asked);
  if (!url || !/^https?:$/.test(url.protocol)) return { address: page.origin, foreign: false };
  // A core may live below a path, behind a proxy. Slashes are counted once, not from each of them.
  const address = `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '');
  return { address, foreign: url.origin !== page.origin };
}
