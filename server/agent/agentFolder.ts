import { join } from 'node:path';

const FOLDER = 'agent';

/** The agent's own files: its journal and history, and the socket at which the core asks it. */
export const agentFolder = (dbDir: string): string => join(dbDir, FOLDER);

/** In the folder of the database. */
export const AGENT_FILES = [
  ...['journal.sqlite', 'journal.sqlite-wal', 'history.sqlite', 'history.sqlite-wal'],
  'api.sock',
].map((name) => join(FOLDER, name));
