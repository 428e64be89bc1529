import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CardSettings } from './cardSettings.ts';
import { cloudNetworkConfig, cloudUserData } from './cloudInit.ts';
import { cmdlineWith, firstRunScript } from './firstRunScript.ts';
import { IMAGE_FILE, machineFiles } from './machineFiles.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../docker/pi');

export async function readSources(): Promise<Record<string, string>> {
  const read = async (name: string) => [name, await readFile(path.join(FOLDER, name), 'utf8')] as const;
  return Object.fromEntries(await Promise.all((await readdir(FOLDER)).map(read)));
}

export type CardPlace = { kind: 'cloud-init' } | { kind: 'first run'; cmdline: string } | { kind: 'folder' };

export function placeOf(names: readonly string[], cmdline: string | null): CardPlace {
  if (cmdline === null) return { kind: 'folder' };
  return names.includes('user-data') ? { kind: 'cloud-init' } : { kind: 'first run', cmdline };
}

export function cardFiles(
  settings: CardSettings,
  sources: Readonly<Record<string, string>>,
  place: CardPlace,
): Record<string, string> {
  const files = machineFiles(settings, sources);
  const cloudInit = { 'user-data': cloudUserData(settings, files), 'network-config': cloudNetworkConfig(settings) };
  const script = firstRunScript(settings, files);
  switch (place.kind) {
    case 'cloud-init':
      return cloudInit;
    case 'first run':
      return { 'firstrun.sh': script, 'cmdline.txt': cmdlineWith(place.cmdline) };
    case 'folder':
      return { ...cloudInit, 'firstrun.sh': script };
  }
}

export function nextSteps({ host, hasImageFile }: CardSettings, folder: string, place: CardPlace): string[] {
  const nextStep = `Start the Raspberry Pi with this card and open http://${host}.local/ui/ after a minute: the page says what is done until Sluice is there.`;
  switch (place.kind) {
    case 'cloud-init':
      return [`Written for cloud-init to ${folder}.`, nextStep];
    case 'first run':
      return [
        `This system has no cloud-init: written as firstrun.sh to ${folder}, and named in cmdline.txt.`,
        nextStep,
      ];
    case 'folder':
      return [
        `Written to ${folder}. Copy ${[...(hasImageFile ? [IMAGE_FILE] : []), 'user-data'].join(', ')} and network-config to the boot partition of the card (bootfs), or name it: CARD=/media/you/bootfs.`,
        'A Raspberry Pi OS from before October 2025 has no user-data there: then only CARD=… works, as cmdline.txt changes too.',
        nextStep,
      ];
  }
}
