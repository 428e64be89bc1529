import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AGENT_API, agentEndpoints } from '../../../src/api/agentEndpoints.ts';
import type { Core } from '../../../src/api/client.ts';
import { freePort } from '../../tools/launch/ports.ts';
import { type MortalCore, mortalCore, USER } from '../headless/killableCore.ts';
import { NIGHTLY } from '../testing/quickOrWholeSuite.ts';
import { agentsBeside } from './agentBeside.ts';
import { CHANNEL, INGEST, ingest, makeClip, pushClip } from './heldChannel.ts';
import { until } from './testing.ts';
import { testTempDir } from './testTempDir.ts';

/* Tests the agent of the embedded core, or one beside the core of E2E_CORE_BINARY. */

const other = process.env.E2E_CORE_BINARY;
const SECRET = `whsec_${Buffer.from('a secret of at least 24 bytes').toString('base64')}`;

interface AlarmCall {
  id: string;
  type: string;
  title: string;
  text: string;
  /** Milliseconds of a monotonic clock. */
  at: number;
}

let folder = '';
let clip = '';
let running: MortalCore;
let core: Core;
let api = '';
let token = '';
const calls: AlarmCall[] = [];
const webhook = new Webhook(SECRET);
const receiver = createServer(async (request, response) => {
  const body = await text(request);
  webhook.verify(body, {
    'webhook-id': String(request.headers['webhook-id']),
    'webhook-timestamp': String(request.headers['webhook-timestamp']),
    'webhook-signature': String(request.headers['webhook-signature']),
  });
  const { type, data } = JSON.parse(body);
  calls.push({ type, at: performance.now(), id: data.id, title: data.title, text: data.text });
  response.end('{}');
});

const send = (method: string, call: string, body?: object) =>
  fetch(`${api}${AGENT_API}${call}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

async function lastSegment(): Promise<string> {
  const list = await fetch(`${running.address}/memfs/${CHANNEL}.m3u8`);
  return list.ok ? ((await list.text()).trim().split('\n').at(-1) ?? '') : '';
}

async function goLive() {
  const before = await lastSegment();
  const encoder = pushClip(clip, running.rtmp);
  await until(lastSegment, (segment) => segment !== '' && segment !== before);
  return encoder;
}

async function logIn() {
  ({ core } = running.client());
  const tokens = await core.login({ body: { username: USER.name, password: USER.password } });
  core.setTokens({ access: tokens.access_token, refresh: tokens.refresh_token });
  token = tokens.access_token;
}

let agents: Awaited<ReturnType<typeof agentsBeside>> | null = null;

beforeAll(async () => {
  folder = testTempDir();
  clip = await makeClip(folder);
  const [port, listen] = [await freePort(), `127.0.0.1:${await freePort()}`];
  await new Promise<void>((resolve) => receiver.listen(port, '127.0.0.1', resolve));
  const allowed = { SLUICE_AGENT_ALLOW: `127.0.0.1:${port}` };
  running = await mortalCore(folder, other, allowed);
  await logIn();
  await core.processAdd({ body: ingest });
  api = running.address;
  if (other !== undefined) {
    api = `http://${listen}`;
    const own = { SLUICE_AGENT_DATA: join(folder, 'agent'), SLUICE_AGENT_LISTEN: listen };
    agents = await agentsBeside(running.address, folder, { ...allowed, ...own });
    agents.start();
  }
  const form = { kind: 'webhook', name: 'Pager', fields: { address: `http://127.0.0.1:${port}/`, secret: SECRET } };
  await until(
    () => send('POST', '/receivers', form).catch(() => ({ status: 0 })),
    ({ status }) => status === 200,
  );
  // A full test machine must not cause alarms.
  const { settings, revision } = await alarms();
  const quiet = { on: false, seconds: 60 };
  const rules = { ...settings.rules, 'disk-full': quiet, 'memory-full': quiet };
  await send('PUT', '/alarms', { settings: { ...settings, rules }, revision });
});
afterAll(async () => {
  agents?.killAll();
  await running.stop();
  receiver.close();
});

async function alarms() {
  const answer = await send('GET', '/alarms');
  return agentEndpoints.agentAlarms.answer.parse(await answer.json());
}

const toldNow = async () => calls;
const command = (order: 'start' | 'stop' | 'restart') => core.processCommand({ id: INGEST, body: { command: order } });

async function secondsSeen(state: 'live' | 'stopped'): Promise<number> {
  const now = Math.floor(Date.now() / 1000);
  const answer = await send('GET', `/history?subject=${encodeURIComponent(INGEST)}&from=${now - 600}&to=${now + 60}`);
  if (answer.status === 422) return 0;
  const { seconds } = agentEndpoints.agentHistory.answer.parse(await answer.json());
  return seconds[state].reduce<number>((sum, value) => sum + (value ?? 0), 0);
}

async function incidents() {
  const answer = await send('GET', '/incidents');
  return agentEndpoints.agentIncidents.answer.parse(await answer.json()).incidents;
}

it(`the agent offers alarms about its machine, and about a certificate only if there is one ${NIGHTLY}`, async () => {
  const { offered } = await until(alarms, (now) => now.offered.includes('memory-full'));
  expect(offered).toContain('disk-full');
  expect(offered).not.toContain('certificate');
  await until(alarms, (now) => now.offered.includes('viewers-over'));
});

it(`a lost encoder causes one alarm and one recovery, and actions of an operator cause none ${NIGHTLY}`, async () => {
  let encoder = await goLive();
  // Longer than the tolerated outage, although each stop comes from the operator.
  for (let round = 0; round < 3; round++) {
    await command('stop');
    await encoder.stop();
    if (round === 0)
      await until(
        () => secondsSeen('stopped'),
        (seconds) => seconds >= 40,
        80_000,
      );
    await command('start');
    encoder = await goLive();
    await core.processUpdate({ id: INGEST, body: { ...ingest, reconnect_delay_seconds: 3 + round } });
    await encoder.stop();
    encoder = await goLive();
    await command('restart');
    await encoder.stop();
    encoder = await goLive();
  }
  const liveSeconds = await secondsSeen('live');
  await until(
    () => secondsSeen('live'),
    (seconds) => seconds >= liveSeconds + 10,
  );
  expect(calls).toEqual([]);

  const fellAt = performance.now();
  await encoder.stop();
  const [fall] = await until(toldNow, ({ length }) => length > 0, 60_000);
  expect(fall).toMatchObject({ type: 'alarm.fired', title: expect.stringContaining('Channel down') });
  const seconds = ((fall?.at ?? 0) - fellAt) / 1000;
  expect(seconds).toBeGreaterThan(25);
  expect(seconds).toBeLessThanOrEqual(40);
  expect(await incidents()).toMatchObject([{ rule: 'channel-down', status: 'firing' }]);

  encoder = await goLive();
  const [, end] = await until(toldNow, ({ length }) => length > 1, 60_000);
  expect(end).toMatchObject({ type: 'alarm.resolved' });
  expect(await incidents()).toMatchObject([{ rule: 'channel-down', status: 'resolved' }]);
  await encoder.stop();
  await command('stop');
  expect(calls).toHaveLength(2);
  process.stdout.write(`${JSON.stringify({ seconds, told: calls })}\n`);
});

it.runIf(other !== undefined)(
  `an agent beside a core reports once that the core is unreachable, and once that it is back ${NIGHTLY}`,
  async () => {
    const before = calls.length;
    await command('start');
    const encoder = await goLive();
    const diedAt = performance.now();
    await running.stop();
    const outage = (await until(toldNow, ({ length }) => length > before, 60_000))[before];
    expect(outage).toMatchObject({ type: 'alarm.fired', title: expect.stringContaining('Core') });
    process.stdout.write(`${JSON.stringify({ away: outage, seconds: ((outage?.at ?? 0) - diedAt) / 1000 })}\n`);
    await running.comeBack();
    await encoder.stop();
    const again = await goLive();
    await until(toldNow, ({ length }) => length > before + 1, 60_000);
    await again.stop();
    await logIn();
    await command('stop');
    expect(calls.slice(before).map(({ type }) => type)).toEqual(['alarm.fired', 'alarm.resolved']);
  },
);
