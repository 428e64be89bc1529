import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AGENT_API } from '../../../src/api/agentEndpoints.ts';
import type { Core } from '../../../src/api/client.ts';
import { agentKey } from '../../../src/api/processIds.ts';
import { storeHealing } from '../../../src/media/healing/storeHealing.ts';
import { hangingReceiver } from '../../streams/hangingReceiver.ts';
import { heavyClip } from '../../streams/heavyClip.ts';
import { refusingRtmpReceiver } from '../../streams/refusingRtmpReceiver.ts';
import { freePort } from '../../tools/launch/ports.ts';
import { type MortalCore, mortalCore, USER } from '../headless/killableCore.ts';
import { PATIENCE_MS } from '../testing/machineSlowness.ts';
import { NIGHTLY } from '../testing/quickOrWholeSuite.ts';
import { type AgentsBeside, agentsBeside } from './agentBeside.ts';
import { CHANNEL, COPY, ingest, processOf, pushClip, READER } from './heldChannel.ts';
import { until } from './testing.ts';
import { testTempDir } from './testTempDir.ts';

/* Tests the agent of the embedded core, or one beside the core of E2E_CORE_BINARY. */

const other = process.env.E2E_CORE_BINARY;
const RULE_S = 20;

let running: MortalCore;
let core: Core;
let agents: AgentsBeside | null = null;
let api = '';
let token = '';
let clip = '';

beforeAll(async () => {
  const folder = testTempDir();
  clip = await heavyClip(join(folder, 'heavy.flv'));
  running = await mortalCore(folder, other);
  ({ core } = running.client());
  const tokens = await core.login({ body: { username: USER.name, password: USER.password } });
  core.setTokens({ access: tokens.access_token, refresh: tokens.refresh_token });
  token = tokens.access_token;
  api = running.address;
  if (other !== undefined) {
    const listen = `127.0.0.1:${await freePort()}`;
    api = `http://${listen}`;
    agents = await agentsBeside(running.address, folder, {
      ...{ SLUICE_AGENT_DATA: join(folder, 'agent'), SLUICE_AGENT_LISTEN: listen },
    });
    agents.start();
  }
  await core.processAdd({ body: ingest });
});
afterAll(async () => {
  agents?.killAll();
  await running.stop();
});

async function events(): Promise<{ time: number; event: string; fields: Record<string, unknown> }[]> {
  const answer = await fetch(`${api}${AGENT_API}/events?limit=1000`, {
    headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
  });
  const { events } = await answer.json();
  return events.filter(({ event }: { event: string }) => /publication|gave-up/.test(event));
}

it(`a publication with a hanging receiver is restarted and sends again ${NIGHTLY}`, async () => {
  await using platform = await refusingRtmpReceiver();
  await using receiver = await hangingReceiver(platform.host);
  const own = { stalled: { on: true, figure: RULE_S } };
  await core.metadataSet({ key: agentKey(CHANNEL), body: storeHealing(null, READER, own, [READER]) });
  const encoder = pushClip(clip, running.rtmp);
  // Without timeouts that would end it first, as experts can configure it.
  const publication = processOf(READER, [`{memfs}/${CHANNEL}.m3u8`, '-re'], {
    ...{ id: 'output_0', address: `rtmp://${receiver.host}/takes/key` },
    options: [...COPY, '-f', 'flv'],
  });
  await core.processAdd({ body: { ...publication, stale_timeout_seconds: 0 } });
  const state = () => core.processState({ id: READER });
  // The agent ignores processes for a minute after a change.
  await until(state, ({ exec, runtime_seconds }) => exec === 'running' && (runtime_seconds ?? 0) > 62, 2 * PATIENCE_MS);
  receiver.hang();
  const before = receiver.connections();
  const frame = async () => (await state()).progress?.frame ?? 0;
  let last = await frame();
  let movedAt = performance.now();
  const readConnections = async () => {
    const now = await frame();
    if (now > last && receiver.connections() === before) [last, movedAt] = [now, performance.now()];
    return receiver.connections();
  };
  await until(readConnections, (connections) => connections > before, 2 * PATIENCE_MS);
  const seconds = (performance.now() - movedAt) / 1000;
  expect(seconds).toBeLessThan(RULE_S + 20);
  await until(
    async () => receiver.taken(),
    (bytes) => bytes > 500_000,
  );
  const fields = { publication: READER, output: READER };
  expect(await until(events, (found) => found.length > 1)).toMatchObject([
    { event: 'publication-restarted', fields: { ...fields, rule: 'stalled', nth: 1 } },
    { event: 'publication-healed', fields },
  ]);
  await encoder.stop();
});
