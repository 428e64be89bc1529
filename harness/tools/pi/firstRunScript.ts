import type { CardSettings, Wifi } from './cardSettings.ts';
import { presharedKey } from './cardSettings.ts';
import { type MachineFile, quoteForShell, UNITS } from './machineFiles.ts';

/** Heredoc delimiter. No file may contain this line. */
const END = 'END_OF_FILE';

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'));

/** Replaces a file, and sets its mode before its contents. The shell expands nothing in it. */
function writing({ path, content, mode }: MachineFile): string {
  if (content.split('\n').includes(END) || !content.endsWith('\n')) throw new Error(`${path} cannot be written`);
  return [
    `mkdir -p "$root"${quoteForShell(folderOf(path))}`,
    `install -m ${mode} /dev/null "$root"${quoteForShell(path)}`,
    `cat >"$root"${quoteForShell(path)} <<'${END}'`,
    `${content}${END}`,
  ].join('\n');
}

/**
 * For Raspberry Pi OS before cloud-init (until October 2025), run once by the kernel command line at the first start.
 */
export function firstRunScript(settings: CardSettings, files: readonly MachineFile[]): string {
  const { host, user, sshKey, wifi } = settings;
  const all = [...files, ...(wifi === null ? [] : [connection(wifi)])];
  return `#!/bin/sh
# Runs once, at the first start: cmdline.txt names it. It removes itself, also when a step has failed: a machine that
# starts can be repaired.
set -u
root=\${ROOT:-}
boot=\${BOOT:-/boot/firmware}
[ -f "$boot/cmdline.txt" ] || boot=/boot

echo ${quoteForShell(host)} >"$root/etc/hostname"
sed -i ${quoteForShell(`s/^127\\.0\\.1\\.1.*/127.0.1.1\\t${host}/`)} "$root/etc/hosts"

id ${quoteForShell(user)} >/dev/null 2>&1 || useradd --create-home --shell /bin/bash ${quoteForShell(user)}
for group in adm sudo video audio netdev; do
  getent group "$group" >/dev/null && usermod -a -G "$group" ${quoteForShell(user)}
done
mkdir -p "$root"${quoteForShell(`/home/${user}/.ssh`)}
printf '%s\\n' ${quoteForShell(sshKey)} >"$root"${quoteForShell(`/home/${user}/.ssh/authorized_keys`)}
chmod 700 "$root"${quoteForShell(`/home/${user}/.ssh`)} && chmod 600 "$root"${quoteForShell(`/home/${user}/.ssh/authorized_keys`)}
chown -R ${quoteForShell(`${user}:${user}`)} "$root"${quoteForShell(`/home/${user}`)}
printf '%s ALL=(ALL) NOPASSWD:ALL\\n' ${quoteForShell(user)} >"$root/etc/sudoers.d/010_sluice"
chmod 440 "$root/etc/sudoers.d/010_sluice"
printf 'PasswordAuthentication no\\n' >"$root/etc/ssh/sshd_config.d/sluice.conf"

${all.map(writing).join('\n')}
${wifi === null ? '' : `raspi-config nonint do_wifi_country ${quoteForShell(wifi.country)}\nrfkill unblock wifi\n`}
systemctl enable ssh ${UNITS.join(' ')}
# The dialog that would ask for a user on the screen.
systemctl disable userconfig 2>/dev/null

sed -i 's| systemd\\.run=.*||' "$boot/cmdline.txt"
rm -f "$boot/firstrun.sh"
exit 0
`;
}

/** A NetworkManager connection. The name is written as byte numbers, to avoid escaping. */
const connection = (wifi: Wifi): MachineFile => ({
  path: '/etc/NetworkManager/system-connections/wifi.nmconnection',
  content: `[connection]
id=wifi
type=wifi

[wifi]
mode=infrastructure
ssid=${[...new TextEncoder().encode(wifi.name)].map((byte) => `${byte};`).join('')}

[wifi-security]
key-mgmt=wpa-psk
psk=${presharedKey(wifi)}

[ipv4]
method=auto

[ipv6]
method=auto
`,
  // NetworkManager ignores files with other modes.
  mode: '0600',
});

export const cmdlineWith = (cmdline: string, folder = '/boot/firmware'): string =>
  `${cmdline.trim().replace(/ systemd\.run=.*$/, '')} systemd.run=${folder}/firstrun.sh systemd.run_success_action=reboot systemd.unit=kernel-command-line.target\n`;
