import type { CardSettings } from './cardSettings.ts';

export const quoteForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

export interface MachineFile {
  path: string;
  content: string;
  mode: '0755' | '0644' | '0600';
}

/** `sluice-camera.service` is installed but not enabled: users with such a camera enable it. */
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

/** The page starts first, because the other unit can wait for a network. */
export const UNITS = ['sluice-wait.socket', 'sluice-setup.service'];

export const IMAGE_FILE = 'sluice-image.tar';

export function machineFiles(
  { image, hasImageFile }: CardSettings,
  sources: Readonly<Record<string, string>>,
): MachineFile[] {
  const own = PLACES.map(([source, path, mode]) => {
    const content = sources[source];
    if (content === undefined) throw new Error(`docker/pi has no ${source}`);
    return { path, content, mode };
  });
  const lines = [`SLUICE_IMAGE=${quoteForShell(image)}`, ...(hasImageFile ? [`SLUICE_IMAGE_FILE=${IMAGE_FILE}`] : [])];
  return [...own, { path: '/etc/sluice/settings', content: `${lines.join('\n')}\n`, mode: '0644' }];
}
