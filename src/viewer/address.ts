/** What of the core's config says how it is reached from outside. */
interface Reach {
  hostNames: readonly string[];
  tls: { enable: boolean; address: string };
}

const portOf = (listen: string) => /:(\d+)$/.exec(listen)?.[1] ?? '';

/** A name that means nothing to anybody outside, or an address that may change. */
const isNameless = (host: string) => host === 'localhost' || host.startsWith('[') || /^\d+(\.\d+){3}$/.test(host);

/**
 * Where viewers find what stands on the core's disk, without a closing slash: `https://studio.example.com`, with the
 * path when the core is below one. `core` is the address by which the interface reaches the API.
 */
export function publicAddress(core: string, { hostNames, tls }: Reach): string {
  const url = new URL(core);
  const [name] = hostNames;
  if (name !== undefined && isNameless(url.hostname)) url.hostname = name;
  if (tls.enable && url.protocol === 'http:') {
    // The port of the API speaks plain HTTP; port 80 stays out, as 443 does.
    if (url.port !== '') url.port = portOf(tls.address) || url.port;
    url.protocol = 'https:';
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
