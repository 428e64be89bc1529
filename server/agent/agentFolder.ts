import { existsSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'agent';

/** Returns the folder of the agent's journal, history, alarms with secrets, tokens and API socket. */
export const agentFolder = (dbDir: string): string => join(dbDir, FOLDER);

const JOURNAL = 'journal.sqlite';
const DATABASES = [JOURNAL, 'history.sqlite', 'alarms.sqlite', 'control.sqlite'];

/** Paths relative to the folder of the database. */
export const AGENT_FILES = ['api.sock', ...DATABASES.flatMap((name) => [name, `${name}-wal`])].map((name) =>
  join(FOLDER, name),
);

/** Whether an agent of this core has ever written a journal. */
export const hasJournal = (dbDir: string): boolean => existsSync(join(agentFolder(dbDir), JOURNAL));
