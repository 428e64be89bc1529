import { execFileSync } from 'node:child_process';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { testTempDir } from '../testTempDir.ts';

export interface SmallDisk {
  readonly home: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly flags: readonly string[];
  fill(): void;
  free(): void;
}

/** A tmpfs, which can really be full. Throws without the permission to mount. `size`: as for mount. */
export function mountSmallDisk(size: string): SmallDisk {
  const home = testTempDir();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', home], { stdio: 'ignore' });
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', home]);
  });
  const filler = join(home, 'filler');
  return {
    home,
    environment: {},
    flags: [],
    fill: () => {
      const page = Buffer.alloc(4096);
      try {
        for (;;) appendFileSync(filler, page);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
    },
    free: () => rmSync(filler),
  };
}

function pretended(): SmallDisk {
  const home = testTempDir();
  const flag = join(home, 'full');
  return {
    home,
    environment: { NO_SPACE: flag },
    flags: ['--import', new URL('./noSpace.ts', import.meta.url).href],
    fill: () => writeFileSync(flag, ''),
    free: () => rmSync(flag),
  };
}

export const mayMount = (): boolean => {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false; // not root, or a container without the capability
  }
};

export const smallDisks: readonly (readonly [name: string, make: () => SmallDisk])[] = [
  ['a node that says ENOSPC', pretended],
  ...(mayMount() ? [['a tmpfs of 2 MB', () => mountSmallDisk('2m')] as const] : []),
];
