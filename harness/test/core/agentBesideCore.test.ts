import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Core } from '../../../src/api/client.ts';
import { agentKey, holdStatusFile, METADATA_KEY } from '../../../src/api/processIds.ts';
import { storeHoldSettings, USUAL_HOLD } from '../../../src/media/hold/holdSettings.ts';
import { parseHoldStatus } from '../../../src/media/hold/holdStatus.ts';
import { waitsForTry } from '../../../src/media/process/encoderReturn.ts';
import { progressOf } from '../../../src/media/run/progress.ts';
import { runFfmpeg } from '../../streams/ffmpeg.ts';
import { type MortalCore, mortalCore, USER } from '../headless/killableCore.ts';
import { scaleToMachine } from '../testing/machineSlowness.ts';
import { NIGHTLY } from '../testing/quickOrWholeSuite.ts';
import { type AgentsBeside, agentsBeside } from './agentBeside.ts';
import { CHANNEL, INGEST, ingest, makeClip, pushClip, READER, stoppedReader } from './heldChannel.ts';
import { until } from './testing.ts';

/* Beside the embedded core (without E2E_CORE_BINARY), the agent shares the lease with the core's own agent. */

/** On a busy machine, looks would pause. */
const LOOKS = { SLUICE_AGENT_LOOKS_CPU: '100' };

const pushed = { mode: 'push', push: { type: 'rtmp', name: `${CHANNEL}.stream` } };

let folder = '';
let clip = '';
let running: MortalCore;
let core: Core;
let agents: AgentsBeside;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'agent-'));
  clip = await makeClip(folder);
  running = await mortalCore(folder, process.env.E2E_CORE_BINARY, LOOKS);
  agents = await agentsBeside(running.address, folder, LOOKS);
  ({ core } = running.client());
  const tokens = await core.login({ body: { username: USER.name, password: USER.password } });
  core.setTokens({ access: tokens.access_token, refresh: tokens.refresh_token });
  await core.processAdd({ body: ingest });
  await core.processAdd({ body: stoppedReader });
});
afterAll(async () => {
  agents.killAll();
  await running.stop();
  await rm(folder, { recursive: true });
});

const status = async () => {
  const bytes = await core.fileBytes({ storage: 'mem', path: holdStatusFile(CHANNEL) }).catch(() => null);
  return parseHoldStatus(bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : '');
};

it(`an agent beside a core holds a protected channel, also after a kill, until it is released ${NIGHTLY}`, async () => {
  const first = agents.start();
  const encoder = pushClip(clip, running.rtmp);
  await until(status, (hold) => hold?.onAir === 'source' && hold.image === 'ready');
  first.kill('SIGKILL');
  await once(first, 'exit');
  agents.start();
  const before = await status();
  await until(status, (hold) => hold?.onAir === 'source' && hold.beat !== before?.beat);
  await encoder.stop();
  expect(await until(status, (hold) => hold?.onAir === 'slate')).toMatchObject({ why: 'ended', image: 'ready' });
  expect(agents.words()).not.toContain(USER.password);

  const [code] = await once(agents.start('release'), 'exit');
  expect([code, agents.words().includes(READER)]).toEqual([0, true]);
  const [released] = await core.processes({ id: READER, filter: 'config' });
  expect(released?.config).toMatchObject({ input: [{ address: `{memfs}/${CHANNEL}.m3u8`, options: ['-re'] }] });
  await until(
    () => core.memFiles({ glob: `/hold-${CHANNEL}*` }),
    (files) => files.length === 0,
  );
  expect((await core.processState({ id: INGEST })).order).toBe('start');
});

it(`an agent starts a channel as soon as its encoder is back, and its publications after a restart of the core ${NIGHTLY}`, async () => {
  agents.killAll();
  const metadata = { version: '1.14.0', sources: [{ type: 'network', settings: pushed, inputs: ingest.input }] };
  // The core's own retry would come after the test.
  const rarely = { reconnect_delay_seconds: 600 };
  await core.processUpdate({ id: INGEST, body: { ...ingest, ...rarely } });
  await core.processMetadataSet({ id: INGEST, key: METADATA_KEY, body: metadata });
  await core.processUpdate({ id: READER, body: { ...stoppedReader, ...rarely } });
  await core.processCommand({ id: READER, body: { command: 'start' } });
  agents.start();
  const isWaiting = async (id: string) => waitsForTry(progressOf(await core.processState({ id })));
  await until(
    () => Promise.all([INGEST, READER].map(isWaiting)),
    (waiting) => waiting.every(Boolean),
  );
  const encoder = pushClip(clip, running.rtmp);
  await until(status, (hold) => hold?.onAir === 'source');
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
  await encoder.stop();
  const again = pushClip(clip, running.rtmp);
  await until(status, (hold) => hold?.onAir === 'source');
  await until(
    () => Promise.all([INGEST, READER].map(isRunning)),
    (runs) => runs.every(Boolean),
  );
  await again.stop();
});

it(`an agent with a wrong password reports it and does not retry continuously ${NIGHTLY}`, async () => {
  agents.killAll();
  await writeFile(agents.files.password, 'wrong');
  agents.start();
  await until(
    async () => agents.words(),
    (text) => text.includes('refuses the user name or password'),
  );
  await writeFile(agents.files.password, USER.password);
  await until(
    async () => agents.words(),
    (text) => text.includes('acting') || text.includes('standing-by'),
  );
  expect(agents.words().match(/refuses/g)).toHaveLength(1);
});

it(`an agent sends the standby image while the picture of a source stands still ${NIGHTLY}`, async () => {
  agents.killAll();
  const flv = path.join(folder, 'still.flv');
  const moving = 'testsrc2=s=320x180:r=25';
  const parts = [`${moving}:d=30`, `${moving}:d=0.04,tpad=stop_mode=clone:stop_duration=90`, `${moving}:d=120`];
  const graph = `${parts.map((part, n) => `${part}[${n}]`).join(';')};[0][1][2]concat=n=3`;
  await runFfmpeg([
    ...['-f', 'lavfi', '-i', graph, '-f', 'lavfi', '-i', 'sine=sample_rate=48000:duration=240', '-shortest'],
    ...['-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-preset', 'ultrafast', '-g', '50', '-c:a', 'aac', flv],
  ]).ended;
  const body = storeHoldSettings(undefined, { ...USUAL_HOLD, stillSeconds: 20 });
  await core.metadataSet({ key: agentKey(CHANNEL), body });
  agents.start();
  const encoder = pushClip(flv, running.rtmp);
  await until(status, (hold) => hold?.onAir === 'source' && hold.why === 'running');
  const still = await until(status, (hold) => hold?.onAir === 'slate', scaleToMachine(120_000));
  expect(still).toMatchObject({ why: 'blank', image: 'ready' });
  await until(status, (hold) => hold?.onAir === 'source', scaleToMachine(120_000));
  await encoder.stop();
});
