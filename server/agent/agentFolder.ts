import { join } from 'node:path';

/** The agent's own files: its journal. */
export const agentFolder = (dbDir: string): string => join(dbDir, 'agent');
