import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ProgramFailure, runProgram } from '../../containers/runProgram.ts';
import { UserError } from '../launch/userError.ts';
import type { CardSettings } from './cardSettings.ts';
import { type MachineFile, quoteForShell, UNITS } from './machineFiles.ts';

export interface Card {
  settings: CardSettings;
  files: Readonly<Record<string, string>>;
  written: readonly MachineFile[];
}

const RELEASE = 'bookworm';
const PACKAGES = ['cloud-init', 'netplan.io', 'openssh-server', 'sudo', 'systemd-sysv'];
const SEED = '/var/lib/cloud/seed/nocloud';

/**
 * Other modules would access disks and networks of this machine.
 * https://docs.cloud-init.io/en/latest/reference/base_config_reference.html
 */
const CLOUD_CONFIG = `datasource_list: [NoCloud, None]
cloud_init_modules: [write_files, set_hostname, update_etc_hosts, users_groups]
cloud_config_modules: [runcmd]
cloud_final_modules: [scripts_user]
network: { config: disabled }
`;

/** Conditions after the set-up. `set -x` prints each, so the last one printed has failed. */
const holding = ({ settings: { host, user }, written }: Card) => `
grep -qx ${host} /etc/hostname
grep -q '127.0.1.1.*${host}' /etc/hosts
id -nG ${user} | grep -qw video
cmp /key /home/${user}/.ssh/authorized_keys || diff /key /home/${user}/.ssh/authorized_keys
test "$(stat -c %U:%a /home/${user}/.ssh/authorized_keys)" = ${user}:600
sudo -l -U ${user} | grep -q 'NOPASSWD: ALL'
${written.map(({ path: file, mode }) => `test "$(stat -c %a ${quoteForShell(file)})" = ${Number(mode)}; cmp ${quoteForShell(`/wanted${file}`)} ${quoteForShell(file)}`).join('\n')}
test "$(systemctl is-enabled ssh ${UNITS.join(' ')} | sort -u)" = enabled
systemd-analyze verify --man=no ${UNITS.join(' ')} sluice-camera.service 2>&1 | grep -v 'rpicam-vid is not executable' | { ! grep sluice; }
`;

const OLDER = ({ settings: { user } }: Card) => `
systemctl disable ${UNITS.join(' ')}
userdel --remove ${user} 2>/dev/null
rm -rf /etc/sluice /etc/sudoers.d/*
mkdir -p /etc/NetworkManager/system-connections /boot/firmware
printf '#!/bin/sh\\n' | tee /usr/local/bin/raspi-config >/usr/local/bin/rfkill
chmod +x /usr/local/bin/*
echo 'console=tty1 systemd.run=/boot/firmware/firstrun.sh' >/boot/firmware/cmdline.txt
sh /boot/firmware/firstrun.sh
test "$(cat /boot/firmware/cmdline.txt)" = console=tty1
test ! -e /boot/firmware/firstrun.sh
`;

/** Sets up a Debian with cloud-init, then with firstrun.sh. Throws a user error with the first failed condition. */
export async function setUpRootFileSystem(card: Card, architecture: string | null): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pi-root-'));
  const pathOf = (name: string) => path.join(folder, name);
  const script = `set -ex
# Nothing can be started here, as there is no service manager.
export SYSTEMD_OFFLINE=1
cat >/usr/local/bin/systemctl <<'PROGRAM'
#!/bin/sh
for word do
  shift
  case $word in --now | --no-block) ;; *) set -- "$@" "$word" ;; esac
done
exec /usr/bin/systemctl "$@"
PROGRAM
chmod +x /usr/local/bin/systemctl
cloud-init schema --config-file ${SEED}/user-data
for stage in 'init --local' init 'modules --mode=config' 'modules --mode=final'; do cloud-init $stage; done
cp ${SEED}/network-config /etc/netplan/50-card.yaml
netplan generate
grep -q '^ *psk=[0-9a-f]*$' /run/netplan/wpa-wlan0.conf
${holding(card)}
set +e
${OLDER(card)}
set -e
${holding(card)}`;
  try {
    for (const [name, text] of Object.entries({
      ...card.files,
      'meta-data': 'instance-id: card\n',
      'cloud.cfg': CLOUD_CONFIG,
      key: `${card.settings.sshKey}\n`,
      'check.sh': script,
    }))
      await writeFile(pathOf(name), text);
    for (const [index, { content }] of card.written.entries()) await writeFile(pathOf(`wanted-${index}`), content);
    const upload = (name: string, to: string) => `--customize-hook=upload ${pathOf(name)} ${to}`;
    const root = process.getuid?.() === 0;
    await runProgram('nice', [
      ...(root ? ['mmdebstrap'] : ['sudo', '-n', 'mmdebstrap']),
      ...(architecture === null ? [] : [`--architectures=${architecture}`]),
      ...['--variant=minbase', '--format=null', `--include=${PACKAGES.join(',')}`, '--dpkgopt=force-unsafe-io'],
      `--customize-hook=mkdir -p "$1"${SEED} "$1"/boot/firmware ${card.written.map((file) => `"$1"/wanted${path.dirname(file.path)}`).join(' ')}`,
      ...['user-data', 'network-config', 'meta-data'].map((name) => upload(name, `${SEED}/${name}`)),
      upload('cloud.cfg', '/etc/cloud/cloud.cfg.d/99-card.cfg'),
      upload('firstrun.sh', '/boot/firmware/firstrun.sh'),
      upload('key', '/key'),
      ...card.written.map((file, index) => upload(`wanted-${index}`, `/wanted${file.path}`)),
      upload('check.sh', '/check.sh'),
      // A separate namespace, so that the check does not rename this machine or change its networks.
      '--customize-hook=unshare --uts --net chroot "$1" sh /check.sh',
      ...[RELEASE, '/dev/null', 'http://deb.debian.org/debian'],
    ]).catch((error: unknown) => {
      const output = error instanceof ProgramFailure ? error.output : String(error);
      throw new UserError(
        `A ${architecture ?? 'machine of this kind'} is not set up by the card: ${output.split('\n').slice(-40).join('\n')}`,
      );
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
