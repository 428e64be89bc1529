import { dirname, join } from 'node:path';

export const AGENT = 'agent';
/** Follows `agent`: switches publications back to their channels, then exits. */
export const RELEASE = 'release';

/** A separate program: inside the core's, the agent would take a third more memory. */
export const agentProgramOf = (program: string): string =>
  program.endsWith('.ts') ? join(dirname(program), '../agent/main.ts') : join(dirname(program), 'agent.cjs');
