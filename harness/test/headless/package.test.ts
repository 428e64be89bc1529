import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import project from '../../../package.json' with { type: 'json' };
import { rtmpPush } from '../../streams/rtmpPush.ts';
import { freePort } from '../../tools/launch/ports.ts';
import { loggedIn } from '../core/testing.ts';
import { testTempDir } from '../core/testTempDir.ts';
import { rtmpReceiver } from '../receivers/rtmpReceiver.ts';
import { PATIENCE_MS } from '../testing/machineSlowness.ts';

const run = promisify(execFile);
const folder = testTempDir();

const page = await readFile('docs/automation.md', 'utf8');
const [lines = '', pushLines = '', failureLines = ''] = [...page.matchAll(/^```js\n(.*?)^```$/gms)].map(([, block]) =>
  block?.replace('my-own-secret', 'secret'),
);

beforeAll(async () => {
  await run('node', ['harness/package.ts'], { timeout: PATIENCE_MS });
  const archive = path.resolve(`.setup/${project.name}-${project.version}.tgz`);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{"private":true,"type":"module"}');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', archive], { cwd: folder });
});

it('the commands of docs/automation.md set up a channel from outside of the repository', async () => {
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
  await writeFile(path.join(folder, 'later.js'), LATER);
  const later = await run('node', ['later.js'], {
    ...{ cwd: folder, timeout: PATIENCE_MS * 3 },
    env: { ...process.env, CORE: `http://127.0.0.1:${core.ports().http}`, RECEIVER: receiver.host },
  });
  const id = expect.any(String);
  const failure = (code: string, message: string) => ({
    ...{ name: 'HeadlessError', code, message: expect.stringContaining(message) },
  });
  expect(JSON.parse(later.stdout)).toEqual([
    failure('login', 'The core wants a login'),
    failure('unreachable', `/elsewhere/api) If it has no path there, give http://127.0.0.1:${core.ports().http}.`),
    failure('refused', 'settings.adress: there is no such setting, but "address"'),
    failure('refused', 'settings.address: This field is required.'),
    [
      {
        ...{ id, name: 'Hall', state: 'live' },
        publications: [{ id, service: 'rtmp', name: 'Outside', state: 'live' }],
      },
    ],
    [{ id, name: 'Hall', state: 'live', publications: [] }],
    [],
    failure('refused', 'There is no channel'),
  ]);
});

const LATER = `
import { fileStorage, openHeadless } from 'sluice/headless';

const said = [];
const say = (what) => said.push(what);
const refusal = (doing) => doing.then(() => null, ({ name, code, message }) => ({ name, code, message }));

const stranger = openHeadless({ address: process.env.CORE });
say(await refusal(stranger.list()));
stranger.stop();
const away = openHeadless({ address: process.env.CORE + '/elsewhere' });
say(await refusal(away.enter()));
away.stop();

const sluice = openHeadless({ address: process.env.CORE + '/ui/?x#/', storage: fileStorage('login.json') });
await sluice.enter();
const [{ id: channel, publications: [{ id: publication }] }] = await sluice.list();
await sluice.editChannel(channel, { name: 'Hall', license: 'CC0 1.0' });
await sluice.editPublication(publication, { name: 'Outside' });
say(await refusal(sluice.editPublication(publication, { settings: { adress: 'x' } })));
say(await refusal(sluice.editPublication(publication, { settings: { address: '' } })));
await sluice.editPublication(publication, { settings: { address: process.env.RECEIVER + '/takes/other' } });
await sluice.awaitState(publication, 'live');
say(await sluice.list());
await sluice.stopPublication(publication);
await sluice.awaitState(publication, 'stopped');
await sluice.stopChannel(channel);
await sluice.awaitState(channel, 'stopped');
await sluice.startChannel(channel);
await sluice.awaitState(channel, 'live');
await sluice.deletePublication(publication);
say(await sluice.list());
await sluice.deleteChannel(channel);
say(await sluice.list());
say(await refusal(sluice.deleteChannel(channel)));
sluice.stop();
console.log(JSON.stringify(said));
`;

it('the examples of docs/automation.md wait for the encoder, and report the cause of failures', async () => {
  const port = await freePort();
  const server = { CORE_RTMP_ENABLE: 'true', CORE_RTMP_ADDRESS: `127.0.0.1:${port}`, CORE_RTMP_TOKEN: 'token' };
  const { core } = await loggedIn(server);
  const [opening = ''] = lines
    .replace(':8080', `:${core.ports().http}`)
    .replace('login.json', 'sent.json')
    .split('const picture');
  await writeFile(path.join(folder, 'sends.mjs'), opening + pushLines + ending);
  const running = run('node', ['sends.mjs'], { cwd: folder, timeout: PATIENCE_MS * 2 });
  const [address = ''] = (await once(running.child.stdout ?? running.child, 'data')).map(String);
  expect(address).toMatch(/^rtmp:\/\/[^/]+\/[\da-f-]{36}\.stream\?token=token\n$/);
  await using encoder = rtmpPush(address.trim());
  expect((await running).stdout).toContain('"state":"live"');
  await encoder.stop();

  await writeFile(path.join(folder, 'fails.mjs'), opening + FAILING + failureLines.replace('20_000', '2_000') + ending);
  const { stderr } = await run('node', ['fails.mjs'], { cwd: folder, timeout: PATIENCE_MS * 2 });
  expect(stderr).toMatch(/^Still (?:failing|starting) after 2 s/);
});

const ending = 'console.log(JSON.stringify(await sluice.list()));\nsluice.stop();\n';
const FAILING = `
const [{ id: channel }] = await sluice.list();
const settings = { address: '127.0.0.1:9/live/key' };
const publication = await sluice.addPublication({ channel, service: 'rtmp', settings });
await sluice.startPublication(publication);
`;

it('the type declarations compile in an empty TypeScript project', async () => {
  const options = {
    ...{ target: 'ES2022', lib: ['ES2022'], types: [], module: 'NodeNext', strict: true, skipLibCheck: false },
    ...{ exactOptionalPropertyTypes: true, noEmit: true },
  };
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['uses.ts'] }));
  await writeFile(
    path.join(folder, 'uses.ts'),
    lines.replace(/^console.*$/m, 'export const listed = await sluice.list();'),
  );
  await run('node', [path.resolve('node_modules/typescript/bin/tsc'), '-p', folder]);
});

it('the type declarations contain every method of docs/automation.md', async () => {
  const declared = await readFile(path.join(folder, 'node_modules/sluice/headless.d.ts'), 'utf8');
  const [, methods = ''] = /^Methods: (.*?)They wait/ms.exec(page) ?? [];
  const documented = [...methods.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  const [, sluice = ''] = /interface Sluice \{(.*?)^\}/ms.exec(declared) ?? [];
  const inPackage = [...sluice.matchAll(/^ {2}(\w+)\(/gm)].map(([, name]) => name);
  expect(documented.toSorted()).toEqual(inPackage.toSorted());
});
