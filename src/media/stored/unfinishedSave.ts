import * as z from 'zod/mini';
import { ProcessConfig } from '../../api/answers/process.ts';

/** Key of what is stored for everybody, followed by the id of the process. */
export const SAVE_NOTES = 'sluice-unfinished:';

const Stored = z.record(z.string(), z.unknown());

const StoredNote = z.object({
  /** Milliseconds, by the clock of who wrote it. */
  at: z.number(),
  /** As it is to run. */
  process: ProcessConfig,
  /** What all programs have stored with it: as long as it runs as before, null where it did not, and from then on. */
  before: z.nullable(Stored),
  after: Stored,
});

/** A save of a process that is under way, as it is noted on the core. */
export type SaveNote = z.infer<typeof StoredNote>;

const StoredRest = z.object({
  at: z.number(),
  /** '': all of them. */
  channel: z.string(),
  /** An ingest, with all that follows it; only what viewers see; the website alone; a channel that is deleted. */
  what: z.enum(['ingest', 'pages', 'website', 'gone']),
  /** The metadata of the ingest before; null if irrelevant or missing. */
  before: z.nullable(Stored),
});

export type FollowUp = z.infer<typeof StoredRest>;

/** null: whatever it is, it is no note of ours. */
export const parseFollowUp = (raw: unknown): FollowUp | null => StoredRest.safeParse(raw).data ?? null;

export const parseSaveNote = (raw: unknown): SaveNote | null => StoredNote.safeParse(raw).data ?? null;
