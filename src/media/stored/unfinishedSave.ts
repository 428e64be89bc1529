import * as z from 'zod/mini';
import { ProcessConfig } from '../../api/answers/process.ts';

/** Key of a global note, followed by the process id. */
export const SAVE_NOTES = 'sluice-unfinished:';

const Stored = z.record(z.string(), z.unknown());

const StoredNote = z.object({
  /** Milliseconds since 1970, by the clock of the writer. */
  at: z.number(),
  process: ProcessConfig,
  /** Metadata of all programs: `before` while the old process runs (null if it did not), then `after`. */
  before: z.nullable(Stored),
  after: Stored,
});

export type SaveNote = z.infer<typeof StoredNote>;

const StoredRest = z.object({
  at: z.number(),
  /** '' for all channels. */
  channel: z.string(),
  /**
   * `ingest`: with all that depends on it; `pages`: what viewers see; `gone`: a deleted channel; `clone`: a new channel,
   * whose ingest is written last, and which is then stopped.
   */
  what: z.enum(['ingest', 'pages', 'website', 'gone', 'clone']),
  /** The previous metadata of the ingest; null if irrelevant or missing. */
  before: z.nullable(Stored),
});

export type FollowUp = z.infer<typeof StoredRest>;

export const parseFollowUp = (raw: unknown): FollowUp | null => StoredRest.safeParse(raw).data ?? null;

export const parseSaveNote = (raw: unknown): SaveNote | null => StoredNote.safeParse(raw).data ?? null;

/** Global key of the note that an import leaves while it works. */
export const IMPORT_KEY = 'sluice-import';

const StoredImport = z.object({
  /** Milliseconds since 1970, by the clock of the writer. */
  at: z.number(),
  /** Numbers of steps. */
  done: z.number(),
  of: z.number(),
});
export type ImportNote = z.infer<typeof StoredImport>;

export const parseImportNote = (raw: unknown): ImportNote | null => StoredImport.safeParse(raw).data ?? null;
