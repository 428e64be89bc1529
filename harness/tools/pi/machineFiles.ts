import type { CardSettings } from './cardSettings.ts';

/** As one word of a POSIX shell, whatever is in it. */
export const quoteForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A file of the machine that a card starts. */
export interface MachineFile {
  path: string;
  content: string;
  /** As chmod takes it. */
  mode: '0755' | '0644' | '0600';
}

/** What is in docker/pi goes where; `sluice-camera.service` is there, and switched on by who has such a camera. */
export const PLACES: readonly [source: string, path: string, mode: MachineFile['mode']][] = [
  ['compose.yaml', '/etc/sluice/compose.yaml', '0644'],
  ['compose.camera.yaml', '/etc/sluice/compose.camera.yaml', '0644'],
  ['sluice-setup.sh', '/usr/local/sbin/sluice-setup', '0755'],
  ['sluice-wait.sh', '/usr/local/lib/sluice/wait', '0755'],
  ['sluice-texts', '/usr/local/lib/sluice/texts', '0644'],
  ['sluice-setup.service', '/etc/systemd/system/sluice-setup.service', '0644'],
  ['sluice-wait.socket', '/etc/systemd/system/sluice-wait.socket', '0644'],
  ['sluice-wait@.service', '/etc/systemd/system/sluice-wait@.service', '0644'],
  ['sluice-camera.service', '/etc/systemd/system/sluice-camera.service', '0644'],
];

/** What is switched on: the page first, as the other one may wait for a network. */
export const UNITS = ['sluice-wait.socket', 'sluice-setup.service'];

/** `sources` are the files of docker/pi by name. */
export function machineFiles({ image }: CardSettings, sources: Readonly<Record<string, string>>): MachineFile[] {
  const own = PLACES.map(([source, path, mode]) => {
    const content = sources[source];
    if (content === undefined) throw new Error(`docker/pi has no ${source}`);
    return { path, content, mode };
  });
  return [...own, { path: '/etc/sluice/settings', content: `SLUICE_IMAGE=${quoteForShell(image)}\n`, mode: '0644' }];
}
