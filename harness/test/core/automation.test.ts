import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { freePort } from '../../tools/launch/ports.ts';
import { PATIENCE_MS } from '../testing/machineSlowness.ts';
import { start } from './testing.ts';

const page = readFileSync('docs/automation.md', 'utf8');
const MARK = '--- next block ---';
/** What the page sends and receives in the background, if its lines end early. */
const LEAVES_NOTHING = "trap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n";

/** The lines to run, each with what they print according to the page. */
const blocks = [...page.matchAll(/^```sh\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?/gms)].map(
  ([, commands = '', printed]) => ({ commands, printed }),
);

it('every line of the page about automation does what the page says', async () => {
  expect(blocks.length).toBeGreaterThan(7);
  // Fresh, so that the lines make its first account; it comes back at the same address.
  const [port, rtmp, receiver] = [await freePort(), await freePort(), await freePort()];
  await start({
    CORE_ADDRESS: `127.0.0.1:${port}`,
    CORE_RTMP_ENABLE: 'true',
    CORE_RTMP_ADDRESS: `127.0.0.1:${rtmp}`,
    CORE_RTMP_TOKEN: 'token',
  });
  const here = (text: string) =>
    text.replaceAll(':8080', `:${port}`).replaceAll(':1935', `:${rtmp}`).replaceAll(':1940', `:${receiver}`);
  const script = blocks.map(({ commands }) => here(commands)).join(`\necho '${MARK}'\n`);
  const { stdout, stderr } = await promisify(execFile)(
    'bash',
    ['--norc', '-euo', 'pipefail', '-c', LEAVES_NOTHING + script],
    { timeout: PATIENCE_MS },
  );
  expect(stderr).toBe('');
  const printed = stdout.split(`${MARK}\n`);
  expect(printed).toHaveLength(blocks.length);
  for (const [index, block] of blocks.entries())
    if (block.printed !== undefined) expect(printed[index], block.commands).toBe(here(block.printed));
  // Of the log only that there is one.
  expect(printed[blocks.findIndex(({ commands }) => commands.includes('/report'))]).toContain('\n');
});
