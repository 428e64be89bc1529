import type { Config } from '../../api/answers/config.ts';
import { domainsIn } from './httpsCheck.ts';

/** What stands in docs/proxy, which the build puts beside the interface; harness/test/proxy runs them in front of a core. */
const EXAMPLE_NAME = /live\.example\.org/g;
const EXAMPLE_CORE = /127\.0\.0\.1:8080/g;

/** Proxies that there are lines for, by the name of their file. */
export const PROXIES: Readonly<Record<string, string>> = {
  Caddyfile: 'Caddy',
  'nginx.conf': 'nginx',
  'traefik.yml': 'Traefik',
};

const portOf = (address: string) => /:?(\d+)$/.exec(address)?.[1] ?? '80';

/** An example with the name and the port of this installation; the name stays where none is public yet. */
export const proxyExamples = (example: string, config: Pick<Config, 'host' | 'address' | 'tls'>): string =>
  example
    .replaceAll(EXAMPLE_NAME, domainsIn(config)[0] ?? 'live.example.org')
    .replaceAll(EXAMPLE_CORE, `127.0.0.1:${portOf(config.address)}`);
