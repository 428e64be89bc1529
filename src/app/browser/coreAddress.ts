/**
 * Where the core is: `?address=` if it is an address, else the origin of the page.
 * `foreign`: it is not the page's own origin, so the operator confirms it before credentials go there.
 */
export function coreAddressOf(page: URL): { address: string; foreign: boolean } {
  const asked = page.searchParams.get('address');
  const url = asked === null ? null : URL.parse(asked);
  if (!url || !/^https?:$/.test(url.protocol)) return { address: page.origin, foreign: false };
  // A core may live below a path, behind a proxy. Slashes are counted once, not from each of them.
  const address = `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '');
  return { address, foreign: url.origin !== page.origin };
}

/** In this tab while the page is at an identity provider (identityProvider.ts), which sends back to it without its query. */
export const LEFT_CORE = 'sluice-core';

/** Before anything is sent: the page that comes back is about the core that it left for the provider. */
export function restoreCoreAddress() {
  const address = sessionStorage.getItem(LEFT_CORE);
  if (address === null) return;
  sessionStorage.removeItem(LEFT_CORE);
  const page = new URL(location.href);
  if (!page.searchParams.has('address')) page.searchParams.set('address', address);
  history.replaceState(null, '', page);
}
