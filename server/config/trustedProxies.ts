import { isIP } from 'node:net';
import { isNetwork } from '../networkMatcher.ts';

/**
 * This machine, and the networks that Docker takes for its containers: through a published port a proxy of the host is
 * the gateway of one, and a proxy in a container is in one.
 */
export const TRUSTED_PROXIES = ['127.0.0.0/8', '::1/128', '172.16.0.0/12'] as const;

const NAME = 'CORE_TRUSTED_PROXIES';

const asNetwork = (text: string): string => {
  const version = isIP(text);
  const network = version === 0 ? text : `${text}/${version === 4 ? 32 : 128}`;
  if (!isNetwork(network)) throw new Error(`bad value of ${NAME}: neither an address nor a network: ${text}`);
  return network;
};

/**
 * Networks of the proxies whose `X-Forwarded-For` is believed: what the environment names, with commas, replaces the
 * default. Only there, as the config is that of the real core, which has no field for it. Throws one line.
 */
export function trustedProxiesOf(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const given = (environment[NAME] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return given.length === 0 ? TRUSTED_PROXIES : given.map(asNetwork);
}
