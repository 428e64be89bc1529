import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.parse>;

interface Network {
  address: Address;
  bits: number;
  port: number | null;
}

/** Where messages may be sent. `allow` wins over `deny`. */
export interface AddressRules {
  allow: readonly Network[];
  deny: readonly Network[];
  isPrivateAllowed: boolean;
}

const NETWORK = /^(?:\[([\da-f:.]+)\]|([\d.]+)|(?=[\da-f:.]+\/)([\da-f:.]+))(?:\/(\d{1,3}))?(?::(\d{1,5}))?$/i;
const LOCALHOST = /^localhost(:\d{1,5})?$/i;

/** Parses `127.0.0.1`, `127.0.0.1:2586`, `[::1]:2586`, `10.0.0.0/8` or `localhost`; null if malformed. */
function readNetworks(text: string): Network[] | null {
  const [isLocalhost, local = ''] = LOCALHOST.exec(text) ?? [];
  if (isLocalhost !== undefined) return readAll([`127.0.0.0/8${local}`, `[::1]${local}`]);
  const [, inBrackets, ip4, ip6, bits, port] = NETWORK.exec(isIP(text) === 6 ? `[${text}]` : text) ?? [];
  const ip = inBrackets ?? ip4 ?? ip6 ?? '';
  if (isIP(ip) === 0 || Number(port ?? 1) > 65_535) return null;
  const address = ipaddr.process(ip);
  const max = address.kind() === 'ipv4' ? 32 : 128;
  if (Number(bits ?? 0) > max) return null;
  return [{ address, bits: Number(bits ?? max), port: port === undefined ? null : Number(port) }];
}

function readAll(texts: readonly string[]): Network[] | null {
  const networks = texts.map(readNetworks);
  return networks.some((network) => network === null) ? null : networks.flatMap((network) => network ?? []);
}

/** `own`: addresses that never get a message. Throws an error with a one-line message for a malformed variable. */
export function readAddressRules(
  environment: Readonly<Record<string, string | undefined>>,
  own: readonly string[],
): AddressRules {
  const { SLUICE_AGENT_ALLOW: allowed = '', SLUICE_AGENT_PRIVATE: privateRule = '' } = environment;
  const allow = readAll(allowed.split(/[\s,]+/).filter((text) => text !== ''));
  if (allow === null)
    throw new Error('SLUICE_AGENT_ALLOW is no list of addresses such as 127.0.0.1:2586, [::1]:2586 or 10.0.0.0/8');
  if (!['', 'allow', 'deny'].includes(privateRule)) throw new Error('SLUICE_AGENT_PRIVATE is "allow" or "deny"');
  const deny = readAll(own);
  if (deny === null) throw new Error(`No address of this machine: ${own.join(', ')}`);
  return { allow, deny, isPrivateAllowed: privateRule !== 'deny' };
}

const PRIVATE = ['private', 'carrierGradeNat', 'uniqueLocal'];
/** Metadata services outside the link-local range: Azure, Alibaba, AWS, Google, Oracle, Scaleway, Akamai. */
const METADATA =
  readAll([
    ...['168.63.129.16', '100.100.100.200', 'fd00:ec2::254', 'fd20:ce::254'],
    ...['fd00:c1::a9fe:a9fe', 'fd00:42::42', 'fd00:a9fe:a9fe::1'],
  ]) ?? [];
/** Everything else is reserved: https://www.iana.org/assignments/ipv6-address-space */
const GLOBAL = ipaddr.IPv6.parse('2000::');
/** IPv4-compatible addresses (RFC 4291 2.5.5.1) and NAT64 (RFC 6052). */
const COMPATIBLE = ipaddr.IPv6.parse('::');
const NAT64 = ipaddr.IPv6.parse('64:ff9b::');

export function isAddressAllowed(ip: string, port: number, { allow, deny, isPrivateAllowed }: AddressRules): boolean {
  if (!ipaddr.isValid(ip)) return false;
  const address = behindNat64(ipaddr.process(ip));
  const isIn = (networks: readonly Network[]) =>
    networks.some(
      (network) =>
        network.address.kind() === address.kind() &&
        address.match(network.address, network.bits) &&
        (network.port === null || network.port === port),
    );
  if (isIn(allow)) return true;
  if (isIn(deny) || isIn(METADATA)) return false;
  if (address instanceof ipaddr.IPv6 && address.match(COMPATIBLE, 96)) return false;
  const range = address.range();
  if (range === 'unicast') return address instanceof ipaddr.IPv4 || address.match(GLOBAL, 3);
  return isPrivateAllowed && PRIVATE.includes(range);
}

function behindNat64(address: Address): Address {
  if (!(address instanceof ipaddr.IPv6) || !address.match(NAT64, 96)) return address;
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}

/** Checks a host (`URL.hostname` without brackets) before its name is looked up. */
export function isHostAllowed(host: string, port: number, rules: AddressRules): boolean {
  if (isIP(host) !== 0) return isAddressAllowed(host, port, rules);
  // RFC 6761: these names never leave the machine.
  if (!/(^|\.)localhost\.?$/i.test(host)) return true;
  return ['127.0.0.1', '::1'].some((loopback) => isAddressAllowed(loopback, port, rules));
}
