import { BlockList, isIP } from 'node:net';

/** Whether an address is in one of these networks (`10.0.0.0/8`)? What is no address is in none. */
export function createNetworkMatcher(list: readonly string[]): (address: string) => boolean {
  // Every request asks, and the lists are mostly empty.
  if (list.length === 0) return () => false;
  const block = new BlockList();
  for (const each of list) {
    const [network = '', bits = ''] = each.split('/');
    const family = familyOf(network);
    if (family !== null) block.addSubnet(network, Number(bits), family);
  }
  return (address) => {
    const family = familyOf(address);
    return family !== null && block.check(address, family);
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address);
  if (version === 0) return null;
  return version === 4 ? 'ipv4' : 'ipv6';
}
