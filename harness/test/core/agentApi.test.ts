import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AGENT_API, agentEndpoints } from '../../../src/api/agentEndpoints.ts';
import { freePort } from '../../tools/launch/ports.ts';
import { type MortalCore, mortalCore, USER } from '../headless/killableCore.ts';
import { NIGHTLY } from '../testing/quickOrWholeSuite.ts';
import { CHANNEL, ingest, stoppedReader } from './heldChannel.ts';
import { until } from './testing.ts';
import { testTempDir } from './testTempDir.ts';

/* E2E_CORE_BINARY names another core for the agent to run beside. */

const other = process.env.E2E_CORE_BINARY;
const AGENT = path.resolve('agent/main.ts');

let folder = '';
let running: MortalCore;
let token = '';
const agents: ChildProcess[] = [];

async function logIn() {
  const { core } = running.client();
  const tokens = await core.login({ body: { username: USER.name, password: USER.password } });
  core.setTokens({ access: tokens.access_token, refresh: tokens.refresh_token });
  token = tokens.access_token;
  return core;
}

beforeAll(async () => {
  folder = testTempDir();
  running = await mortalCore(folder, other);
  const core = await logIn();
  await core.processAdd({ body: { ...ingest, autostart: false } });
  await core.processAdd({ body: stoppedReader });
  await writeFile(path.join(folder, 'user'), USER.name);
  await writeFile(path.join(folder, 'password'), USER.password);
});
afterAll(async () => {
  for (const agent of agents) agent.kill('SIGKILL');
  await running.stop();
});

const askAt = (address: string, call: string, headers: Record<string, string> = {}) =>
  fetch(`${address}${AGENT_API}${call}`, { headers: { Authorization: `Bearer ${token}`, ...headers } });

async function eventsAt(address: string, query = '') {
  const answer = await askAt(address, `/events${query}`, { Accept: 'application/json' });
  return agentEndpoints.agentEvents.answer.parse(await answer.json());
}

async function stateAt(address: string) {
  return agentEndpoints.agentState.answer.parse(await (await askAt(address, '/state')).json());
}

async function historyAt(address: string, subject: string) {
  const now = Math.floor(Date.now() / 1000);
  const answer = await askAt(
    address,
    `/history?subject=${encodeURIComponent(subject)}&from=${now - 600}&to=${now + 60}`,
  );
  return agentEndpoints.agentHistory.answer.parse(await answer.json());
}

/** Expects the earlier events, and new ones with higher ids. */
async function isGoneOnWith(address: string, before: Awaited<ReturnType<typeof eventsAt>>) {
  const now = await until(
    () => eventsAt(address, '?limit=1000'),
    ({ events }) => events.length > before.events.length,
  );
  expect(now.events.slice(0, before.events.length)).toEqual(before.events);
  const ids = now.events.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((first, two) => first - two));
  expect(new Set(ids).size).toBe(ids.length);
}

it.runIf(other === undefined)(
  `the embedded core serves the events and history of its agent, also after a kill ${NIGHTLY}`,
  async () => {
    const { address } = running;
    const health = () => fetch(`${address}${AGENT_API}/healthz`);
    await until(health, ({ status }) => status === 200);
    const state = await until(
      () => stateAt(address),
      ({ channels }) => CHANNEL in channels,
    );
    expect(state).toMatchObject({
      ...{ role: 'acting', core: { reachable: true, reason: null }, journal: { isKept: true } },
      channels: { [CHANNEL]: { onAir: 'nothing' } },
    });
    expect((await fetch(`${address}${AGENT_API}/state`)).status).toBe(401);
    const before = await until(
      () => eventsAt(address),
      ({ events }) => events.length > 1,
    );
    expect(before.events.map(({ event }) => event).slice(0, 2)).toEqual(['agent-started', 'acting']);

    const data = path.join(folder, 'db', 'agent');
    // The first samples are complete after ten seconds.
    const ofCore = await until(
      () => historyAt(address, 'core'),
      ({ availability }) => availability.observedSeconds > 0,
    );
    expect(ofCore).toMatchObject({ step: 10, availability: { onAir: 1, outages: 0 } });
    expect(ofCore.figures.memory?.max.some((value) => value !== null)).toBe(true);
    const ofReader = await historyAt(address, stoppedReader.id);
    expect(ofReader.seconds.stopped.some((value) => (value ?? 0) > 0)).toBe(true);
    const modes = ['', 'journal.sqlite', 'history.sqlite', 'api.sock'].map(
      (name) => lstatSync(path.join(data, name)).mode & 0o777,
    );
    expect(modes).toEqual([0o700, 0o600, 0o600, 0o600]);

    await running.comeBack();
    await logIn();
    await isGoneOnWith(address, before);
    await until(health, ({ status }) => status === 200);
  },
);

it(`an agent beside a core serves holders of a token of that core, and continues its journal after a kill ${NIGHTLY}`, async () => {
  const address = `http://127.0.0.1:${await freePort()}`;
  const start = () => {
    const agent = spawn(process.execPath, [AGENT], {
      env: {
        PATH: process.env.PATH,
        SLUICE_AGENT_CORE: running.address,
        SLUICE_AGENT_USER_FILE: path.join(folder, 'user'),
        SLUICE_AGENT_PASSWORD_FILE: path.join(folder, 'password'),
        SLUICE_AGENT_DATA: path.join(folder, 'beside'),
        SLUICE_AGENT_LISTEN: new URL(address).host,
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    agents.push(agent);
    return agent;
  };
  const first = start();
  await until(
    () => fetch(`${address}${AGENT_API}/healthz`),
    ({ status }) => status === 200,
  );
  await until(
    () => askAt(address, '/state'),
    ({ status }) => status === 200,
  );
  expect((await stateAt(address)).journal.isKept).toBe(true);
  const wrong = await askAt(address, '/state', { Authorization: `Bearer ${token.slice(0, -4)}AAAA` });
  expect(wrong.status).toBe(401);
  const before = await eventsAt(address, '?limit=1000');
  first.kill('SIGTERM');
  await once(first, 'exit');
  const second = start();
  await until(
    () => askAt(address, '/state'),
    ({ status }) => status === 200,
  );
  await isGoneOnWith(address, before);
  expect((await eventsAt(address)).events.map(({ event }) => event)).toContain('agent-stopped');
  second.kill('SIGKILL');
});

it(`an agent beside a core that requires no login from local clients rejects every request ${NIGHTLY}`, async () => {
  const open = await mortalCore(path.join(folder, 'open'), other, { CORE_API_AUTH_DISABLE_LOCALHOST: 'true' });
  const address = `http://127.0.0.1:${await freePort()}`;
  const agent = spawn(process.execPath, [AGENT], {
    env: { PATH: process.env.PATH, SLUICE_AGENT_CORE: open.address, SLUICE_AGENT_LISTEN: new URL(address).host },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  agents.push(agent);
  try {
    const health = await until(
      async () => (await fetch(`${address}${AGENT_API}/healthz`)).text(),
      (text) => text.includes('disable_localhost'),
    );
    expect(JSON.parse(health)).toMatchObject({ status: 503 });
    expect((await askAt(address, '/state')).status).toBe(503);
  } finally {
    agent.kill('SIGKILL');
    await open.stop();
  }
});
