import * as z from 'zod/mini';
import { ProcessConfig } from '../api/answers/process.ts';

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
export type Unfinished = z.infer<typeof StoredNote>;

/** null: whatever it is, it is no note of ours. */
export const parseUnfinished = (raw: unknown): Unfinished | null => StoredNote.safeParse(raw).data ?? null;
