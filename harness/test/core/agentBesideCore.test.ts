import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Core } from '../../../src/api/client.ts';
import { holdStatusFile, METADATA_KEY } from '../../../src/api/processIds.ts';
import { parseHoldStatus } from '../../../src/media/hold/holdStatus.ts';
import { waitsForTry } from '../../../src/media/process/encoderReturn.ts';
import { progressOf } from '../../../src/media/run/progress.ts';
import { bundleServer } from '../../tools/build/server.ts';
import { type MortalCore, mortalCore, USER } from '../headless/killableCore.ts';
import { NIGHTLY } from '../testing/quickOrWholeSuite.ts';
import { CHANNEL, INGEST, ingest, makeClip, pushClip, READER, stoppedReader } from './heldChannel.ts';
import { CORE_PROGRAM, until } from './testing.ts';

/*
 * Runs the agent as a program beside a core: the one of E2E_CORE_BINARY, else the embedded core, whose own agent
 * shares the lease.
 */

const pushed = { mode: 'push', push: { type: 'rtmp', name: `${CHANNEL}.stream` } };

let folder = '';
let clip = '';
let running: MortalCore;
let core: Core;
let agents: ChildProcess[] = [];
let words = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'agent-'));
  clip = await makeClip(folder);
  await writeFile(path.join(folder, 'user'), `${USER.name}\n`);
  await writeFile(path.join(folder, 'password'), `${USER.password}\n`);
  running = await mortalCore(folder, process.env.E2E_CORE_BINARY);
  ({ core } = running.client());
  const tokens = await core.login({ body: { username: USER.name, password: USER.password } });
  core.setTokens({ access: tokens.access_token, refresh: tokens.refresh_token });
  await core.processAdd({ body: ingest });
  await core.processAdd({ body: stoppedReader });
});
afterAll(async () => {
  for (const agent of agents) agent.kill('SIGKILL');
  await running.stop();
  await rm(folder, { recursive: true });
});

function startAgent(...task: string[]): ChildProcess {
  const agent = spawn(process.execPath, [bundleServer(CORE_PROGRAM), 'agent', ...task], {
    env: {
      PATH: process.env.PATH,
      SLUICE_AGENT_CORE: running.address,
      SLUICE_AGENT_USER_FILE: path.join(folder, 'user'),
      SLUICE_AGENT_PASSWORD_FILE: path.join(folder, 'password'),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  agent.stderr?.on('data', (chunk) => {
    words += String(chunk);
  });
  agents.push(agent);
  return agent;
}

const status = async () => {
  const bytes = await core.fileBytes({ storage: 'mem', path: holdStatusFile(CHANNEL) }).catch(() => null);
  return parseHoldStatus(bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : '');
};

it(`an agent beside a core keeps a protected channel, also after it was killed, until it is released ${NIGHTLY}`, async () => {
  const first = startAgent();
  const encoder = pushClip(clip, running.rtmp);
  await until(status, (said) => said?.onAir === 'source' && said.image === 'ready');
  first.kill('SIGKILL');
  await once(first, 'exit');
  startAgent();
  const before = await status();
  await until(status, (said) => said?.onAir === 'source' && said.beat !== before?.beat);
  await encoder.stop();
  expect(await until(status, (said) => said?.onAir === 'slate')).toMatchObject({ why: 'ended', image: 'ready' });
  expect(words).not.toContain(USER.password);

  const [code] = await once(startAgent('release'), 'exit');
  expect([code, words.includes(READER)]).toEqual([0, true]);
  const [released] = await core.processes({ id: READER, filter: 'config' });
  expect(released?.config).toMatchObject({ input: [{ address: `{memfs}/${CHANNEL}.m3u8`, options: ['-re'] }] });
  await until(
    () => core.memFiles({ glob: `/hold-${CHANNEL}*` }),
    (files) => files.length === 0,
  );
  expect((await core.processState({ id: INGEST })).order).toBe('start');
});

it(`an agent starts a channel as soon as its encoder is back, and its publications after the core has begun anew ${NIGHTLY}`, async () => {
  for (const agent of agents) agent.kill('SIGKILL');
  agents = [];
  const metadata = { version: '1.14.0', sources: [{ type: 'network', settings: pushed, inputs: ingest.input }] };
  // Tries so rarely that the test would not see one.
  const rarely = { reconnect_delay_seconds: 600 };
  await core.processUpdate({ id: INGEST, body: { ...ingest, ...rarely } });
  await core.processMetadataSet({ id: INGEST, key: METADATA_KEY, body: metadata });
  await core.processUpdate({ id: READER, body: { ...stoppedReader, ...rarely } });
  await core.processCommand({ id: READER, body: { command: 'start' } });
  startAgent();
  const isWaiting = async (id: string) => waitsForTry(progressOf(await core.processState({ id })));
  await until(
    () => Promise.all([INGEST, READER].map(isWaiting)),
    (waiting) => waiting.every(Boolean),
  );
  const encoder = pushClip(clip, running.rtmp);
  await until(status, (said) => said?.onAir === 'source');
  const isRunning = async (id: string) => (await core.processState({ id })).exec === 'running';
  await until(
    () => Promise.all([INGEST, READER].map(isRunning)),
    (runs) => runs.every(Boolean),
  );

  const { loaded_at: before } = await core.config();
  await core.configReload();
  await until(
    () => core.config(),
    ({ loaded_at }) => loaded_at !== before,
  );
  // It was cut off.
  await encoder.stop();
  const again = pushClip(clip, running.rtmp);
  await until(status, (said) => said?.onAir === 'source');
  await until(
    () => Promise.all([INGEST, READER].map(isRunning)),
    (runs) => runs.every(Boolean),
  );
  await again.stop();
});

it(`an agent that has a wrong password says so, and does not try it again and again ${NIGHTLY}`, async () => {
  for (const agent of agents) agent.kill('SIGKILL');
  agents = [];
  words = '';
  await writeFile(path.join(folder, 'password'), 'wrong');
  startAgent();
  await until(
    async () => words,
    (said) => said.includes('refuses the user name or password'),
  );
  await writeFile(path.join(folder, 'password'), USER.password);
  await until(
    async () => words,
    (said) => said.includes('acting') || said.includes('standing-by'),
  );
  expect(words.match(/refuses/g)).toHaveLength(1);
});
