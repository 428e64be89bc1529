import { mkdir, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CoreUnderTest } from '../../harness/core/coreUnderTest.ts';
import { agentsBeside } from '../../harness/test/core/agentBeside.ts';
import { PATIENCE_MS } from '../../harness/test/testing/machineSlowness.ts';
import { freePort } from '../../harness/tools/launch/ports.ts';
import { AGENT_API } from '../../src/api/agentEndpoints.ts';
import { hasExtension } from '../../src/api/coreExtensions.ts';
import { AGENT_KEY } from '../../src/api/processIds.ts';

interface AgentOfCore {
  readonly url: string;
  /** null when the agent is part of the core. */
  readonly beside: { log: () => string; stop: () => void } | null;
}

const LOOK_AGAIN_MS = 100;

const isListening = (url: string) =>
  fetch(`${url}${AGENT_API}/healthz`).then(
    () => true,
    () => false,
  );

/** Returns the core's agent, or starts one beside a core without agent and stores its address. `folder`: its files. */
export async function agentOfCore(
  core: CoreUnderTest,
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<AgentOfCore> {
  const api = await core.api();
  if (hasExtension(await api.about(), 'agent')) return { url: core.url, beside: null };
  await mkdir(folder, { recursive: true });
  const listen = `127.0.0.1:${await freePort()}`;
  const url = `http://${listen}`;
  const agents = await agentsBeside(core.url, folder, {
    ...environment,
    SLUICE_AGENT_DATA: folder,
    SLUICE_AGENT_LISTEN: listen,
  });
  await writeFile(agents.files.user, core.user?.name ?? '');
  await writeFile(agents.files.password, core.user?.password ?? '');
  await api.metadataSet({ key: AGENT_KEY, body: { version: 1, address: url } });
  agents.start();
  const patience = AbortSignal.timeout(PATIENCE_MS);
  while (!(await isListening(url)) && !patience.aborted) await sleep(LOOK_AGAIN_MS);
  return { url, beside: { log: agents.words, stop: agents.killAll } };
}
