import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { freePort } from '../../tools/launch/ports.ts';
import { PATIENCE_MS } from '../testing/machineSlowness.ts';
import { start } from './testing.ts';

const [, section = ''] = readFileSync('docs/security.md', 'utf8').split('## For reviewers');
const [environment = '', steps = ''] = [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, lines = '']) => lines);

it('the steps for reviewers lead to a live process and a published stream', async () => {
  const variables = Object.fromEntries(
    [...environment.matchAll(/\b(CORE_(?:RTMP_ENABLE|API_AUTH_\w+))=(\S+)/g)].map(([, name, value]) => [name, value]),
  );
  expect(Object.keys(variables)).toHaveLength(4);
  const rtmp = await freePort();
  const { core } = await start({ ...variables, CORE_RTMP_ADDRESS: `127.0.0.1:${rtmp}` });
  const script = steps
    .replaceAll('127.0.0.1:18300', `127.0.0.1:${core.ports().http}`)
    .replaceAll('127.0.0.1:18301', `127.0.0.1:${rtmp}`)
    .replace(' -t 60 ', ' -t 1 '); // one second is enough
  expect(script).not.toContain(':1830');
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { timeout: PATIENCE_MS });
  expect(stdout).toContain('"id":"cam"');
  expect(stdout).toMatch(/#EXTM3U[\s\S]*cam\.m3u8\?session=/);
});
