import { dirname, join } from 'node:path';

/** The argument with which the core's program becomes the agent. */
export const AGENT = 'agent';
/** The one after it: publications read their channels again, and it ends. */
export const RELEASE = 'release';

/**
 * The agent is a program of its own: within that of the core it would take a third more memory.
 * @param program of the core: its source, or the script that is bundled of it
 */
export const agentProgramOf = (program: string): string =>
  program.endsWith('.ts') ? join(dirname(program), '../agent/main.ts') : join(dirname(program), 'agent.cjs');
