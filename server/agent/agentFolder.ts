import { existsSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'agent';

export const agentFolder = (dbDir: string): string => join(dbDir, FOLDER);

const JOURNAL = 'journal.sqlite';
const DATABASES = [JOURNAL, 'history.sqlite', 'alarms.sqlite', 'control.sqlite'];

/** Paths relative to the folder of the database. */
export const AGENT_FILES = ['api.sock', ...DATABASES.flatMap((name) => [name, `${name}-wal`])].map((name) =>
  join(FOLDER, name),
);

export const hasJournal = (dbDir: string): boolean => existsSync(join(agentFolder(dbDir), JOURNAL));
