import { elapsedMs } from '../../monotonicClock.ts';
import { EXEC_TABLE, type Exec, type ExecEvent, zeroStateCounts } from './states.ts';

/** The actual state of a process: which, since when, and how often each was entered. */
export function createExecState(onExec: (exec: Exec) => void) {
  let exec: Exec = 'finished';
  let changedAtMs = elapsedMs();
  const stateCounts = zeroStateCounts();
  return {
    stateCounts,
    exec: (): Exec => exec,
    ageMs: (nowMs: number): number => nowMs - changedAtMs,
    transition(event: ExecEvent): void {
      const next = EXEC_TABLE[exec][event];
      if (next === undefined) return;
      exec = next;
      changedAtMs = elapsedMs();
      stateCounts[next] += 1;
      onExec(next);
    },
  };
}
export type ExecState = ReturnType<typeof createExecState>;
