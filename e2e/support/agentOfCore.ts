import { mkdir, writeFile } from 'node:fs/promises';
import type { CoreUnderTest } from '../../harness/core/coreUnderTest.ts';
import { agentsBeside } from '../../harness/test/core/agentBeside.ts';
import { freePort } from '../../harness/tools/launch/ports.ts';
import { hasExtension } from '../../src/api/coreExtensions.ts';
import { AGENT_KEY } from '../../src/api/processIds.ts';

interface AgentOfCore {
  readonly url: string;
  /** null when the agent is part of the core. */
  readonly beside: { log: () => string; stop: () => void } | null;
}

/** Returns the core's agent, or starts one beside a core without agent and stores its address. `folder`: its files. */
export async function agentOfCore(core: CoreUnderTest, folder: string): Promise<AgentOfCore> {
  const api = await core.api();
  if (hasExtension(await api.about(), 'agent')) return { url: core.url, beside: null };
  await mkdir(folder, { recursive: true });
  const listen = `127.0.0.1:${await freePort()}`;
  const url = `http://${listen}`;
  const agents = await agentsBeside(core.url, folder, { SLUICE_AGENT_DATA: folder, SLUICE_AGENT_LISTEN: listen });
  await writeFile(agents.files.user, core.user?.name ?? '');
  await writeFile(agents.files.password, core.user?.password ?? '');
  agents.start();
  await api.metadataSet({ key: AGENT_KEY, body: { version: 1, address: url } });
  return { url, beside: { log: agents.words, stop: agents.killAll } };
}
