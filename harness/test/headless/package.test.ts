import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import project from '../../../package.json' with { type: 'json' };
import { freePort } from '../../tools/launch/ports.ts';
import { loggedIn } from '../core/testing.ts';
import { testTempDir } from '../core/testTempDir.ts';
import { rtmpReceiver } from '../receivers/rtmpReceiver.ts';
import { PATIENCE_MS } from '../testing/machineSlowness.ts';

const run = promisify(execFile);
const folder = testTempDir();

const [, lines = ''] = /^```js\n(.*?)^```$/ms.exec(await readFile('docs/automation.md', 'utf8')) ?? [];

beforeAll(async () => {
  await run('node', ['harness/package.ts'], { timeout: PATIENCE_MS });
  const archive = path.resolve(`.setup/${project.name}-${project.version}.tgz`);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{"private":true,"type":"module"}');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', archive], { cwd: folder });
});

it('the lines of the page about automation set up a channel from outside of the clone', async () => {
  const rtmp = await freePort();
  await using receiver = await rtmpReceiver();
  const server = { CORE_RTMP_ENABLE: 'true', CORE_RTMP_ADDRESS: `127.0.0.1:${rtmp}`, CORE_RTMP_TOKEN: 'token' };
  const { core } = await loggedIn(server);
  const script = path.join(folder, 'setUp.js');
  await writeFile(
    script,
    lines
      .replace(':8080', `:${core.ports().http}`)
      .replace('receiver.example.org/live/key', `${receiver.host}/takes/key`),
  );
  const { stdout } = await run('node', [script], { cwd: folder, timeout: PATIENCE_MS * 2 });
  expect(JSON.parse(stdout)).toEqual([
    {
      ...{ id: expect.any(String), name: 'Studio', state: 'live' },
      publications: [{ id: expect.any(String), service: 'rtmp', name: 'Out', state: 'live' }],
    },
  ]);
});

it('its declarations name every method that the page names', async () => {
  const declared = await readFile(path.join(folder, 'node_modules/sluice/headless.d.ts'), 'utf8');
  const page = await readFile('docs/automation.md', 'utf8');
  const [, methods = ''] = /^Methods: (.*?)They wait/ms.exec(page) ?? [];
  const named = [...methods.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  const [, sluice = ''] = /interface Sluice \{(.*?)^\}/ms.exec(declared) ?? [];
  const inPackage = [...sluice.matchAll(/^ {2}(\w+)\(/gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(inPackage.toSorted());
});
