import type { AgentState } from '../src/api/agentEndpoints.ts';
import type { Core } from '../src/api/client.ts';
import { holdStatusFile } from '../src/api/processIds.ts';
import { parseHoldStatus } from '../src/media/hold/holdStatus.ts';
import { createMemoryReader } from './memoryReader.ts';

/** The agent writes each status every two seconds. */
const FRESH_MS = 2000;
const MAX_CHANNELS = 200;
const STATUS_FILE = new RegExp(`^/?${holdStatusFile('([0-9a-f-]{36})')}$`);

/** Reads all status files in the core's memory, also of other agents. Empty while the core does not respond. */
export function createChannelStates(core: Core, now = () => performance.now()) {
  const memory = createMemoryReader(core, '', new AbortController().signal);
  let read: { at: number; channels: Promise<AgentState['channels']> } | null = null;

  async function readAll(): Promise<AgentState['channels']> {
    const files = await core.memFiles({ glob: `/${holdStatusFile('*')}` });
    const found: AgentState['channels'] = {};
    for (const { name } of files.slice(0, MAX_CHANNELS)) {
      const [, channel] = STATUS_FILE.exec(name) ?? [];
      const status = parseHoldStatus((await memory.text(name.replace(/^\//, ''))) ?? '');
      if (channel !== undefined && status !== null) found[channel] = status;
    }
    return found;
  }

  return (): Promise<AgentState['channels']> => {
    if (read === null || now() - read.at > FRESH_MS) read = { at: now(), channels: readAll().catch(() => ({})) };
    return read.channels;
  };
}
