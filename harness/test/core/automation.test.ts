import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { freePort } from '../../tools/launch/ports.ts';
import { PATIENCE_MS } from '../testing/machineSlowness.ts';
import { start } from './testing.ts';
import { testTempDir } from './testTempDir.ts';

const page = readFileSync('docs/automation.md', 'utf8');
const MARK = '--- next block ---';
/** Ends background jobs of the page's commands if they fail early. */
const LEAVES_NOTHING = "trap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n";

const blocks = [...page.matchAll(/^```sh\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?/gms)].map(
  ([, commands = '', printed]) => ({ commands, printed }),
);

it('every command of docs/automation.md works as documented', async () => {
  expect(blocks.length).toBeGreaterThan(7);
  // A fresh core, because the commands create its first account. It restarts at the same address.
  const [port, rtmp, receiver] = [await freePort(), await freePort(), await freePort()];
  await start({
    CORE_ADDRESS: `127.0.0.1:${port}`,
    CORE_RTMP_ENABLE: 'true',
    CORE_RTMP_ADDRESS: `127.0.0.1:${rtmp}`,
    CORE_RTMP_TOKEN: 'token',
  });
  const localized = (text: string) =>
    text.replaceAll(':8080', `:${port}`).replaceAll(':1935', `:${rtmp}`).replaceAll(':1940', `:${receiver}`);
  const script = blocks.map(({ commands }) => localized(commands)).join(`\necho '${MARK}'\n`);
  const { stdout, stderr } = await promisify(execFile)(
    'bash',
    ['--norc', '-euo', 'pipefail', '-c', LEAVES_NOTHING + script],
    { timeout: PATIENCE_MS, env: { ...process.env, TMPDIR: testTempDir() } },
  );
  expect(stderr).toBe('');
  const printed = stdout.split(`${MARK}\n`);
  expect(printed).toHaveLength(blocks.length);
  for (const [index, block] of blocks.entries())
    if (block.printed !== undefined) expect(printed[index], block.commands).toBe(localized(block.printed));
  // The contents of the log vary.
  expect(printed[blocks.findIndex(({ commands }) => commands.includes('/report'))]).toContain('\n');
});
