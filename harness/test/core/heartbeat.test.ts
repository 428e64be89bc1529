import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { AGENT_API } from '../../../src/api/agentEndpoints.ts';
import { freePort } from '../../tools/launch/ports.ts';
import { mortalCore, USER } from '../headless/killableCore.ts';
import { NIGHTLY } from '../testing/quickOrWholeSuite.ts';
import { agentsBeside } from './agentBeside.ts';
import { CHANNEL, ingest, makeClip, pushClip } from './heldChannel.ts';
import { until } from './testing.ts';
import { testTempDir } from './testTempDir.ts';

/* Somebody outside who is called each minute raises the alarm when that ends: the agent beside a core, in real time. */

let clip = '';
beforeAll(async () => {
  clip = await makeClip(testTempDir());
});

/** A core with a live channel and an agent beside it, which calls. */
async function beatingAgent() {
  const folder = testTempDir();
  const beats: number[] = [];
  const outside = createServer((_, response) => {
    beats.push(performance.now());
    response.end();
  });
  const [port, listen] = [await freePort(), `127.0.0.1:${await freePort()}`];
  await new Promise<void>((resolve) => outside.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void outside.close());
  const running = await mortalCore(folder, process.env.E2E_CORE_BINARY);
  onTestFinished(() => running.stop());
  const { core } = running.client();
  const tokens = await core.login({ body: { username: USER.name, password: USER.password } });
  core.setTokens({ access: tokens.access_token, refresh: tokens.refresh_token });
  await core.processAdd({ body: ingest });
  const agents = await agentsBeside(running.address, folder, {
    ...{ SLUICE_AGENT_ALLOW: `127.0.0.1:${port}`, SLUICE_AGENT_DATA: join(folder, 'agent') },
    SLUICE_AGENT_LISTEN: listen,
  });
  agents.start();
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
      fetch(`http://${listen}${AGENT_API}/receivers`, {
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

it.concurrent.each<[what: string, end: (all: BeatingAgent) => unknown]>([
  ['a killed agent', ({ agents }) => agents.killAll()],
  ['a killed core', ({ running }) => running.stop()],
  ['a channel that is down', ({ encoder }) => encoder.stop()],
])(`the calls to who raises the alarm outside end within 90 seconds of %s ${NIGHTLY}`, async (_, end) => {
  const all = await beatingAgent();
  await until(
    async () => all.beats.length,
    (count) => count > 1,
    90_000,
  );
  const endedAt = performance.now();
  await end(all);
  // Longer than two more would take.
  const seen = await until(
    async () => performance.now() - endedAt,
    (ms) => ms > 150_000,
    200_000,
  );
  const late = all.beats.map((at) => (at - endedAt) / 1000).filter((seconds) => seconds > 0);
  expect([seen > 0, late.filter((seconds) => seconds > 90)]).toEqual([true, []]);
  process.stdout.write(`${JSON.stringify({ late })}\n`);
});
