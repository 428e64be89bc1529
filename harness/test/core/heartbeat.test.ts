import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeAll, expect, it, type TestContext } from 'vitest';
import { AGENT_API } from '../../../src/api/agentEndpoints.ts';
import { freePort } from '../../tools/launch/ports.ts';
import { mortalCore, USER } from '../headless/killableCore.ts';
import { TEST_MS } from '../testing/machineSlowness.ts';
import { NIGHTLY } from '../testing/quickOrWholeSuite.ts';
import { agentsBeside } from './agentBeside.ts';
import { CHANNEL, ingest, makeClip, pushClip } from './heldChannel.ts';
import { until } from './testing.ts';
import { testTempDir } from './testTempDir.ts';

/* Runs in real time with the agent of the embedded core, or one beside the core of E2E_CORE_BINARY. */

const other = process.env.E2E_CORE_BINARY;

let clip = '';
beforeAll(async () => {
  clip = await makeClip(testTempDir());
});

async function beatingAgent(onTestFinished: TestContext['onTestFinished']) {
  const folder = testTempDir();
  const beats: number[] = [];
  const outside = createServer((_, response) => {
    beats.push(performance.now());
    response.end();
  });
  const [port, listen] = [await freePort(), `127.0.0.1:${await freePort()}`];
  await new Promise<void>((resolve) => outside.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void outside.close());
  const allowed = { SLUICE_AGENT_ALLOW: `127.0.0.1:${port}` };
  const running = await mortalCore(folder, other, allowed);
  onTestFinished(() => running.stop());
  const { core } = running.client();
  const tokens = await core.login({ body: { username: USER.name, password: USER.password } });
  core.setTokens({ access: tokens.access_token, refresh: tokens.refresh_token });
  await core.processAdd({ body: ingest });
  const agents = await agentsBeside(running.address, folder, {
    ...{ ...allowed, SLUICE_AGENT_DATA: join(folder, 'agent'), SLUICE_AGENT_LISTEN: listen },
  });
  if (other !== undefined) agents.start();
  const api = other === undefined ? running.address : `http://${listen}`;
  onTestFinished(agents.killAll);
  const encoder = pushClip(clip, running.rtmp);
  onTestFinished(() => encoder.stop());
  await until(
    () => fetch(`${running.address}/memfs/${CHANNEL}.m3u8`),
    ({ status }) => status === 200,
  );
  const receiver = { kind: 'heartbeat', name: 'Outside', fields: { address: `http://127.0.0.1:${port}/` } };
  await until(
    () =>
      fetch(`${api}${AGENT_API}/receivers`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${tokens.access_token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(receiver),
      }),
    ({ status }) => status === 200,
  );
  await until(async () => beats.length, Boolean);
  return { running, agents, encoder, beats };
}

type BeatingAgent = Awaited<ReturnType<typeof beatingAgent>>;

const ENDS: readonly (readonly [what: string, end: (all: BeatingAgent) => unknown])[] = [
  ['a killed core', ({ running }) => running.stop()],
  ['a channel that is down', ({ encoder }) => encoder.stop()],
  // The embedded core restarts its agent at once.
  ...(other === undefined ? [] : [['a killed agent', ({ agents }: BeatingAgent) => agents.killAll()] as const]),
];

it.concurrent.for(ENDS)(
  `the calls to the external monitor end within 90 seconds of %s ${NIGHTLY}`,
  { timeout: TEST_MS + 120_000 },
  async ([, end], { onTestFinished }) => {
    const all = await beatingAgent(onTestFinished);
    await until(
      async () => all.beats.length,
      (count) => count > 1,
      90_000,
    );
    const endedAt = performance.now();
    await end(all);
    // From 25 s on, another call would arrive.
    await until(
      async () => performance.now() - endedAt,
      (ms) => ms > 90_000,
      120_000,
    );
    const late = all.beats.map((at) => (at - endedAt) / 1000).filter((seconds) => seconds > 25);
    expect([all.beats.length > 1, late]).toEqual([true, []]);
  },
);
