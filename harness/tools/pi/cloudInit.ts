import { stringify } from 'yaml';
import type { CardSettings, Wifi } from './cardSettings.ts';
import { presharedKey } from './cardSettings.ts';
import { type MachineFile, UNITS } from './machineFiles.ts';

/** cloud-init reads YAML 1.1, where a network named `no` would be `false`, so such words are quoted. */
const YAML = { version: '1.1', lineWidth: 0 } as const;

/** https://docs.cloud-init.io/en/latest/reference/modules.html */
export function cloudUserData({ host, user, sshKey, wifi }: CardSettings, files: readonly MachineFile[]): string {
  const data = {
    hostname: host,
    manage_etc_hosts: true,
    users: [
      {
        name: user,
        groups: ['adm', 'sudo', 'video', 'audio', 'netdev'],
        shell: '/bin/bash',
        lock_passwd: true,
        sudo: 'ALL=(ALL) NOPASSWD:ALL',
        ssh_authorized_keys: [sshKey],
      },
    ],
    ssh_pwauth: false,
    write_files: files.map(({ path, content, mode }) => ({ path, permissions: mode, content })),
    runcmd: [
      // Raspberry Pi OS keeps the radio off until the country is set, which network-config does.
      ...(wifi === null ? [] : [['sh', '-c', 'rfkill unblock wifi || true']]),
      ['systemctl', 'daemon-reload'],
      ['systemctl', 'enable', '--now', 'ssh'],
      // The units can wait for a network, which must not block cloud-init.
      ['systemctl', 'enable', '--now', '--no-block', ...UNITS],
    ],
  };
  return `#cloud-config\n${stringify(data, YAML)}`;
}

/** https://netplan.readthedocs.io/en/stable/netplan-yaml/ */
export function cloudNetworkConfig({ wifi }: CardSettings): string {
  const ethernets = { eth0: { dhcp4: true, optional: true } };
  const network = { version: 2, ethernets, ...(wifi && { wifis: { wlan0: accessOf(wifi) } }) };
  // The name of a network is a key, and even `<<` has a meaning as a key, so everything is quoted.
  return stringify({ network }, { lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'QUOTE_DOUBLE' });
}

const accessOf = (wifi: Wifi) => ({
  dhcp4: true,
  optional: true,
  'regulatory-domain': wifi.country,
  'access-points': { [wifi.name]: { password: presharedKey(wifi) } },
});
