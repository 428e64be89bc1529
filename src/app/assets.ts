import * as z from 'zod/mini';
import type { Browser } from '../features/host.ts';

const List = z.object({
  version: z.string(),
  files: z.array(z.object({ path: z.string(), bytes: z.number() })),
});

/** What the build put beside the page for viewers. Throws an Error that names what is missing. */
export function assetsBeside(page: URL): Browser['assets'] {
  const fetched = async (path: string) => {
    const address = new URL(`viewer/${path}`, page);
    const response = await fetch(address, { cache: 'no-cache' });
    if (!response.ok) throw new Error(`${address.pathname}: ${response.status}`);
    return response;
  };
  return {
    list: async () => List.parse(await (await fetched('files.json')).json()),
    read: async (path) => (await fetched(path)).blob(),
  };
}
