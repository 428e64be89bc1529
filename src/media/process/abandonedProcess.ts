import type { Process, ProcessInput } from '../../api/answers/process.ts';
import { ingestId, renditionOf, type TemporaryProcess, temporaryProcessOf } from '../../api/processIds.ts';

/** The page deletes its temporary processes within seconds of their end. */
const ENDED_S = 60;

/** Seconds. */
const LONGEST_S: Record<TemporaryProcess, number> = {
  probe: 120,
  picture: 120,
  upload: Number.POSITIVE_INFINITY,
  test: 120,
  look: 60,
};

const ENDED = ['finished', 'failed', 'killed'];

/** `runtime_seconds` of the core also counts for a process that was never started. */
export function isAbandoned({ id, state }: Pick<Process, 'id' | 'state'>): boolean {
  const errand = temporaryProcessOf(id);
  const seconds = state?.runtime_seconds ?? null;
  if (errand === null || !state || seconds === null) return false;
  return seconds >= (ENDED.includes(state.exec) ? ENDED_S : LONGEST_S[errand]);
}

/** Returns renditions of deleted channels. If any process is unreadable, none is an orphan. */
export function orphanedAmong(processes: readonly Pick<Process, 'id'>[]): string[] {
  const ids = new Set(processes.map(({ id }) => id));
  return processes.flatMap(({ id }) => {
    const rendition = ids.has('') ? null : renditionOf(id);
    return rendition && !ids.has(ingestId(rendition.channel)) ? [id] : [];
  });
}

export const sentFileOf = (input: readonly Pick<ProcessInput, 'address'>[]): string | null =>
  /^\{diskfs\}(\/channels\/[0-9a-f-]+\/upload-[^/]+\.source)$/.exec(input[0]?.address ?? '')?.[1] ?? null;
