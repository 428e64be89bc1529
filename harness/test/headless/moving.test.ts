import { execFile } from 'node:child_process';
import { copyFileSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { openHeadless } from '../../../src/headless.ts';
import { testTempDir } from '../core/testTempDir.ts';
import { PATIENCE_MS } from '../testing/machineSlowness.ts';
import { mortalCore } from './killableCore.ts';

/* Runs the examples of docs/moving.md on two cores. The new one is E2E_CORE_BINARY, if it is set. */

const page = readFileSync('docs/moving.md', 'utf8');
/** `make run` and Compose would start cores of their own. */
const blocks = [...page.matchAll(/^```sh\n(.*?)^```\n/gms)]
  .map(([, commands = '']) => commands)
  .filter((commands) => !/\b(?:make|docker) /.test(commands));

const open: { stop(): unknown }[] = [];
afterEach(async () => {
  for (const opened of open.splice(0).toReversed()) await opened.stop();
});

const user = { name: 'admin', password: 'my-own-secret' };
const PICTURE = {
  tile: 'virtualvideo',
  settings: { source: 'testsrc2', size: '320x180', fps: '5' },
  audio: 'none' as const,
};

async function aCore(program?: string) {
  const core = await mortalCore(testTempDir(), program, { CORE_API_AUTH_PASSWORD: user.password });
  const sluice = openHeadless({ address: core.address });
  open.push(core, sluice);
  await sluice.logIn(user);
  return { sluice, address: core.address };
}

/** `npm run` works in the folder of a package. */
function aClone(): string {
  const folder = testTempDir();
  for (const name of ['package.json', 'harness', 'node_modules'])
    symlinkSync(path.resolve(name), path.join(folder, name));
  copyFileSync('server/fixtures/db-v4.json', path.join(folder, 'db.json'));
  return folder;
}

it(
  'every command of docs/moving.md works as documented',
  async () => {
    expect(blocks.length).toBeGreaterThan(5);
    const [before, after] = [await aCore(), await aCore(process.env.E2E_CORE_BINARY)];
    const channel = await before.sluice.setUpChannel({ name: 'Main hall', source: PICTURE });
    const settings = { address: '127.0.0.1:9/live/my-own-key' };
    await before.sluice.addPublication({ channel, service: 'rtmp', name: 'Platform', settings });
    const script = blocks
      .join('\n')
      .replaceAll('http://localhost:8080', before.address)
      .replaceAll('http://localhost:8081', after.address);
    const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
      cwd: aClone(),
      timeout: 3 * PATIENCE_MS,
    });
    expect(stderr).toBe('');
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('nothing to apply');
    const listed = await after.sluice.list();
    expect(listed.map(({ name }) => name).toSorted()).toEqual(['Main hall', 'Main hall']);
    expect(listed.map(({ id }) => id)).toContain(channel);
    expect(JSON.stringify(await after.sluice.list())).toContain('Platform');
  },
  4 * PATIENCE_MS,
);
