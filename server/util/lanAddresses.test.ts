import type { NetworkInterfaceInfo } from 'node:os';
import { expect, it } from 'vitest';
import { lanAddresses } from './lanAddresses.ts';

const ipv4 = (address: string, internal = false): NetworkInterfaceInfo => ({
  ...{ address, internal, family: 'IPv4', netmask: '255.255.255.0', mac: '02:00:00:00:00:01', cidr: null },
});
const ipv6 = (address: string, internal = false): NetworkInterfaceInfo => ({
  ...{ address, internal, family: 'IPv6', scopeid: 0, netmask: 'ffff:ffff:ffff:ffff::' },
  ...{ mac: '02:00:00:00:00:01', cidr: null },
});
const lo = [ipv4('127.0.0.1', true), ipv6('::1', true)];

it.each<[string, NodeJS.Dict<NetworkInterfaceInfo[]>, string[]]>([
  ['a machine without a network', { lo }, []],
  [
    'a machine with one network card',
    { lo, eth0: [ipv4('192.168.1.20'), ipv6('fe80::1'), ipv6('2001:db8::5')] },
    ['192.168.1.20'],
  ],
  [
    'a home network beside another network',
    { eth0: [ipv4('10.0.0.4')], wlan0: [ipv4('192.168.1.21')] },
    ['192.168.1.21', '10.0.0.4'],
  ],
  ['a rented server', { eth0: [ipv4('203.0.113.9')], eth1: [ipv4('10.1.0.2')] }, ['203.0.113.9', '10.1.0.2']],
  ['a line that many share', { wwan0: [ipv4('100.72.0.9')], eth0: [ipv4('172.31.0.2')] }, ['172.31.0.2', '100.72.0.9']],
  ['IPv6 alone', { lo, eth0: [ipv6('fe80::1'), ipv6('2001:db8::5')] }, ['2001:db8::5']],
  ['a card that waits for an address', { eth0: [ipv4('169.254.3.4')] }, []],
  [
    'bridges of containers, virtual machines and a VPN',
    {
      ...{ docker0: [ipv4('172.17.0.1')], 'br-12ab': [ipv4('172.18.0.1')], virbr0: [ipv4('192.168.122.1')] },
      ...{ tun0: [ipv4('10.8.0.2')], tailscale0: [ipv4('100.64.0.3')], en0: [ipv4('172.20.3.4')] },
    },
    ['172.20.3.4'],
  ],
  ['an interface without a list', { eth0: undefined }, []],
])('the addresses of %s are %j', (_, interfaces, expected) =>
  expect(lanAddresses(interfaces, false)).toEqual(expected),
);

it('a container lists no addresses of its own network', () =>
  expect(lanAddresses({ eth0: [ipv4('192.168.1.20')] }, true)).toEqual([]));
