import { existsSync } from 'node:fs';
import type { NetworkInterfaceInfo } from 'node:os';

/** Internal networks and tunnels: bridges of containers and virtual machines, VPNs. */
const INNER =
  /^(docker|br-|veth|virbr|vmnet|vbox|vnic|lxc|lxd|incus|podman|cni|flannel|cali|tun|tap|utun|wg|zt|tailscale|ppp)/i;

/** Public addresses first; of the private ones 192.168.*, as homes and studios have it. */
const rankOf = ({ address }: NetworkInterfaceInfo): number => {
  if (address.startsWith('192.168.')) return 1;
  if (/^10\.|^172\.(1[6-9]|2\d|3[01])\./.test(address)) return 2;
  return /^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./.test(address) ? 3 : 0;
};

/** Docker and Podman create these files. */
export const isInContainer = ['/.dockerenv', '/run/.containerenv'].some((file) => existsSync(file));

/** The best first: IPv4, or IPv6 without any. Empty in a container, whose networks are not the machine's. */
export function lanAddresses(interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>, inContainer: boolean): string[] {
  if (inContainer) return [];
  const all = Object.entries(interfaces)
    .filter(([name]) => !INNER.test(name))
    .flatMap(([, list]) => list ?? [])
    .filter(({ internal, address }) => !internal && !/^(169\.254\.|fe[89ab])/i.test(address));
  const four = all.filter(({ family }) => family === 'IPv4');
  return (four.length > 0 ? four : all).toSorted((a, b) => rankOf(a) - rankOf(b)).map(({ address }) => address);
}
