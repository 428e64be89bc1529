import { type ChildProcess, execFile, execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { AGENT_API, agentEndpoints } from '../../../src/api/agentEndpoints.ts';
import { METADATA_KEY } from '../../../src/api/processIds.ts';
import { freePort } from '../../tools/launch/ports.ts';
import { type MortalCore, mortalCore, USER } from '../headless/killableCore.ts';
import { PATIENCE_MS } from '../testing/machineSlowness.ts';
import { type AgentsBeside, agentsBeside } from './agentBeside.ts';
import { CHANNEL, INGEST, ingest, processOf, READER } from './heldChannel.ts';
import { until } from './testing.ts';
import { testTempDir } from './testTempDir.ts';

/* Runs the examples of docs/control.md, with E2E_CORE_BINARY at an agent beside that core. */

const other = process.env.E2E_CORE_BINARY;
const page = readFileSync('docs/control.md', 'utf8');
const MARK = '--- next block ---';
const blocks = [...page.matchAll(/^```sh\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?/gms)].map(
  ([, commands = '', printed]) => ({ commands, printed }),
);
const yamlIn = (start: string) =>
  [...page.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, text = '']) => text).find((text) => text.startsWith(start)) ??
  '';
const textIn = (pattern: RegExp) =>
  [...page.matchAll(/^```text\n(.*?)^```/gms)].map(([, text = '']) => text).find((text) => pattern.test(text)) ?? '';

let running: MortalCore;
let agents: AgentsBeside;
let agent: ChildProcess | null = null;
let address = '';
let folder = '';
let token = '';

const request = (path: string, init: RequestInit = {}) => fetch(`${address}${AGENT_API}${path}`, init);
const bearer = (secret: string) => ({ headers: { Authorization: `Bearer ${secret}` } });

async function logIn() {
  const { core } = running.client();
  const tokens = await core.login({ body: { username: USER.name, password: USER.password } });
  core.setTokens({ access: tokens.access_token, refresh: tokens.refresh_token });
  return { core, login: tokens.access_token };
}

async function make(form: object = {}) {
  const { login } = await logIn();
  const body = JSON.stringify({ name: 'Test', scope: 'control', channels: null, end: null, ...form });
  const answer = await until(
    () => request('/tokens', { method: 'POST', ...bearer(login), body }),
    ({ status }) => status === 200,
  );
  return agentEndpoints.agentTokenAdd.answer.parse(await answer.json());
}

const isReady = (secret: string) =>
  until(async () => (await (await request('/channels', bearer(secret))).text()).includes(READER), Boolean);

beforeAll(async () => {
  folder = testTempDir();
  running = await mortalCore(folder, other);
  const listen = `127.0.0.1:${await freePort()}`;
  agents = await agentsBeside(running.address, folder, {
    ...{ SLUICE_AGENT_DATA: join(folder, 'agent'), SLUICE_AGENT_LISTEN: listen },
  });
  if (other !== undefined) agent = agents.start();
  address = other === undefined ? running.address : `http://${listen}`;
  const { core } = await logIn();
  await core.processAdd({ body: { ...ingest, autostart: false } });
  await core.processMetadataSet({ id: INGEST, key: METADATA_KEY, body: { version: 1, meta: { name: 'Main hall' } } });
  await core.processAdd({
    body: {
      ...processOf(READER, [`{memfs}/hold-${CHANNEL}.m3u8`, '-re'], {
        ...{ id: 'output_0', address: '-', options: ['-map', '0:0', '-codec:v', 'copy', '-f', 'null'] },
      }),
      autostart: false,
    },
  });
  await core.processMetadataSet({ id: READER, key: METADATA_KEY, body: { version: 1, name: 'YouTube' } });
  const { secret } = await make();
  token = secret;
  await isReady(token);
});
afterAll(async () => {
  agents.killAll();
  await running.stop();
});

const orderOf = async (id: string) => {
  const { core } = await logIn();
  return (await core.processState({ id })).order;
};

it('every command of docs/control.md works as documented', async () => {
  expect(blocks.length).toBeGreaterThan(5);
  const localized = (text: string) =>
    text
      .replace('SLUICE=http://localhost:8080', `SLUICE=${running.address}`)
      .replace('AGENT=$SLUICE/agent/api/v1', `AGENT=${address}${AGENT_API}`)
      .replace('my-own-secret', USER.password);
  const script = blocks.map(({ commands }) => localized(commands)).join(`\necho '${MARK}'\n`);
  const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    timeout: PATIENCE_MS,
  });
  expect(stderr).toBe('');
  const printed = stdout.split(`${MARK}\n`);
  expect(printed).toHaveLength(blocks.length);
  for (const [index, block] of blocks.entries())
    if (block.printed !== undefined) expect(printed[index], block.commands).toBe(block.printed);
});

const withToken = (text: string, secret = token) =>
  text
    .replaceAll('http://localhost:8080', address)
    .replaceAll('localhost:8080', new URL(address).host)
    .replaceAll('CHANNEL', CHANNEL)
    .replaceAll('TOKEN', secret);

it('the cron example of docs/control.md starts the channel', async () => {
  const secrets = testTempDir();
  await writeFile(join(secrets, 'header'), withToken(textIn(/^Authorization: Bearer TOKEN\n$/)));
  const [line = ''] = withToken(textIn(/^\S+ \S+ \* \* /)).split('\n');
  const [, command = ''] = /^(?:\S+ +){5} *(.*)$/.exec(line) ?? [];
  await promisify(execFile)('sh', ['-c', command.replace('/etc/sluice', secrets)]);
  expect(await orderOf(INGEST)).toBe('start');
});

const HomeAssistant = z.object({
  rest_command: z.record(
    z.string(),
    z.object({
      ...{ url: z.string(), method: z.string(), headers: z.record(z.string(), z.string()) },
      ...{ content_type: z.string().optional(), payload: z.string().optional() },
    }),
  ),
  sensor: z.array(
    z.object({ resource: z.string(), headers: z.record(z.string(), z.string()), value_template: z.string() }),
  ),
  template: z.unknown(),
});

it('the Home Assistant commands and sensor of docs/control.md get a response', async () => {
  const secret = {
    ...{ tag: '!secret', resolve: (name: string) => (name === 'sluice' ? `Bearer ${token}` : name) },
  };
  const settings = HomeAssistant.parse(parse(withToken(yamlIn('rest_command')), { customTags: [secret] }));
  for (const { url, method, headers, content_type: type, payload } of Object.values(settings.rest_command)) {
    const answer = await fetch(url, {
      method: method.toUpperCase(),
      headers: { ...headers, ...(type === undefined ? {} : { 'Content-Type': type }) },
      ...(payload === undefined ? {} : { body: payload }),
    });
    expect(answer.status, await answer.text()).toBe(200);
  }
  const called = JSON.stringify(settings.template).matchAll(/rest_command\.(\w+)/g);
  expect([...called].map(([, name]) => name)).toEqual(['sluice_start', 'sluice_stop']);
  const [sensor] = settings.sensor;
  const answer = await fetch(sensor?.resource ?? '', { headers: sensor?.headers ?? {} });
  const { channels } = agentEndpoints.agentChannels.answer.parse(await answer.json());
  expect(sensor?.value_template).toContain(`'${CHANNEL}'`);
  expect(channels.map(({ id, state }) => [id, state !== undefined])).toEqual([[CHANNEL, true]]);
});

it('the Companion request of docs/control.md stops the channel', async () => {
  const [head = '', body = ''] = withToken(textIn(/^POST /)).split('\n\n');
  const [first = '', ...lines] = head.split('\n');
  const [method, url = ''] = first.split(' ');
  const headers = Object.fromEntries(lines.map((line) => line.split(': ')));
  const answer = await fetch(url, { method: method ?? '', headers, body });
  expect(answer.status, await answer.text()).toBe(200);
  expect(await orderOf(INGEST)).toBe('stop');
});

const Scrape = z.object({
  scrape_configs: z.array(
    z.object({ metrics_path: z.string(), static_configs: z.array(z.object({ targets: z.array(z.string()) })) }),
  ),
});
const hasPromtool = (() => {
  try {
    execFileSync('promtool', ['--version']);
    return true;
  } catch {
    return false;
  }
})();

it('the Prometheus settings of docs/control.md are valid and get a response', async () => {
  const settings = testTempDir();
  const { secret } = await make({ scope: 'read' });
  await writeFile(join(settings, 'sluice-token'), secret);
  const text = withToken(yamlIn('scrape_configs')).replace('/etc/prometheus', settings);
  await writeFile(join(settings, 'prometheus.yml'), text);
  // promtool comes with the Debian package prometheus.
  if (hasPromtool) await promisify(execFile)('promtool', ['check', 'config', join(settings, 'prometheus.yml')]);
  const [job] = Scrape.parse(parse(text)).scrape_configs;
  const answer = await fetch(`http://${job?.static_configs[0]?.targets[0]}${job?.metrics_path}`, bearer(secret));
  expect([answer.status, await answer.text()]).toEqual([
    200,
    expect.stringContaining(`sluice_channel_info{channel="${CHANNEL}"`),
  ]);
});

it('the examples in the API description match the responses', async () => {
  const description = z
    .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
    .parse(await (await request('/openapi.json', bearer(token))).json());
  const Example = z.object({
    parameters: z.array(z.object({ name: z.string(), example: z.string().optional() })),
    requestBody: z.object({ content: z.record(z.string(), z.object({ example: z.unknown().optional() })) }),
    responses: z.object({ 200: z.object({ content: z.record(z.string(), z.object({ example: z.unknown() })) }) }),
  });
  const posts = Object.entries(description.paths).filter(([path]) => path.endsWith('{command}'));
  expect(posts.length).toBe(3);
  for (const [path, { post }] of posts) {
    const { parameters, requestBody, responses } = Example.parse(post);
    const names: Readonly<Record<string, string>> = {
      [`restreamer-ui:egress:youtube:${READER.split(':')[3]}`]: READER,
    };
    const filled = parameters.reduce(
      (at, { name, example = '' }) => at.replace(`{${name}}`, encodeURIComponent(names[example] ?? example)),
      path,
    );
    const body = requestBody.content['application/json']?.example;
    const answer = await fetch(`${address}${filled}`, {
      ...{ method: 'POST', ...bearer(token) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // The group of the example is empty, which is a conflict.
    expect([filled, answer.status]).toEqual([filled, path.includes('/groups/') ? 409 : 200]);
    const example = agentEndpoints.agentChannelControl.answer.parse(
      responses[200].content['application/json']?.example,
    );
    if (answer.status === 200) expect(await answer.json()).toMatchObject({ command: example.command, failures: [] });
  }
});

it('an issued token stays valid after a kill of the agent, and a revoked one stays invalid', async () => {
  const [valid, revoked] = [await make({ scope: 'read' }), await make({ scope: 'read' })];
  const { login } = await logIn();
  await request(`/tokens/${revoked.id}`, { method: 'DELETE', ...bearer(login) });
  killAgent();
  await until(
    async () => (await request('/state', bearer(valid.secret)).catch(() => null))?.status,
    (status) => status === 200,
  );
  expect((await request('/state', bearer(revoked.secret))).status).toBe(401);
});

/** The agent of the embedded core, which restarts it, is found by its open files. */
function killAgent() {
  if (agent !== null) {
    agent.kill('SIGKILL');
    agent = agents.start();
    return;
  }
  const found = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && hasOpen(name, join(folder, 'db', 'agent')));
  expect(found).toHaveLength(1);
  for (const pid of found) process.kill(Number(pid), 'SIGKILL');
}

function hasOpen(pid: string, files: string): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith(files));
  } catch {
    // The process has ended or belongs to another user.
    return false;
  }
}
