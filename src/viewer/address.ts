import type { Network } from '../media/network.ts';

/**
 * Where viewers find what stands on the core's disk, without a closing slash: `https://studio.example.com`, with the
 * path when the core is below one. `core` is the address by which the interface reaches the API.
 */
export function publicAddress({ http }: Pick<Network, 'http'>, core: string): string {
  const { pathname } = new URL(core);
  return `${http.secure ? 'https' : 'http'}://${http.host}${pathname}`.replace(/\/+$/, '');
}
