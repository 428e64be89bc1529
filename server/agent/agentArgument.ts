import { dirname, join } from 'node:path';

/** First argument that makes the core's program run as the agent. */
export const AGENT = 'agent';
/** Argument after `agent`: switches publications back to their channels, then exits. */
export const RELEASE = 'release';

/**
 * Returns the path of the agent's program, which is separate because inside the core's it would take a third more
 * memory.
 * @param program of the core: its source, or the bundled script
 */
export const agentProgramOf = (program: string): string =>
  program.endsWith('.ts') ? join(dirname(program), '../agent/main.ts') : join(dirname(program), 'agent.cjs');
