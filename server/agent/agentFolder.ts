import { existsSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'agent';

/** The agent's own files: its journal, its history, its alarms with secrets, its tokens, and the socket at which the core asks it. */
export const agentFolder = (dbDir: string): string => join(dbDir, FOLDER);

const JOURNAL = 'journal.sqlite';
const DATABASES = [JOURNAL, 'history.sqlite', 'alarms.sqlite', 'control.sqlite'];

/** In the folder of the database. */
export const AGENT_FILES = ['api.sock', ...DATABASES.flatMap((name) => [name, `${name}-wal`])].map((name) =>
  join(FOLDER, name),
);

/** Whether an agent of this core has ever kept one. */
export const hasJournal = (dbDir: string): boolean => existsSync(join(agentFolder(dbDir), JOURNAL));
