import type { ExitStatus } from '../../ffmpeg/child.ts';
import { elapsedMs } from '../../util/elapsedMs.ts';

export function createExecState(onExec: (exec: Exec) => void) {
  let exec: Exec = 'finished';
  let changedAtMs = elapsedMs();
  const stateCounts = createStateCounts();
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

export type Order = 'start' | 'stop';
export type Exec = 'finished' | 'starting' | 'running' | 'finishing' | 'failed' | 'killed';
export type ExecEvent = 'launched' | 'spawned' | 'interrupted' | ExitStatus;
export type Command = 'start' | 'stop' | 'restart';

/** `begin`: order start. `end`: order stop, cancels a countdown too. `interrupt`: the run ends and the order stays. */
export type CommandAction = 'begin' | 'end' | 'interrupt' | 'nothing';

export type StateCounts = Record<Exec, number>;
export const createStateCounts = (): StateCounts => ({
  failed: 0,
  finished: 0,
  finishing: 0,
  killed: 0,
  running: 0,
  starting: 0,
});

export const EXEC_TABLE: { readonly [E in Exec]: { readonly [V in ExecEvent]?: Exec } } = {
  finished: { launched: 'starting' },
  failed: { launched: 'starting' },
  killed: { launched: 'starting' },
  starting: { spawned: 'running', interrupted: 'finishing', finished: 'finished', failed: 'failed', killed: 'killed' },
  running: { interrupted: 'finishing', finished: 'finished', failed: 'failed', killed: 'killed' },
  finishing: { finished: 'finished', failed: 'failed', killed: 'killed' },
};

const STOPPED = { start: 'begin', stop: 'nothing', restart: 'nothing' } as const;
const ALIVE = { start: 'nothing', stop: 'end', restart: 'interrupt' } as const;
// As in the real core, start does not revive a dead process with order start: a stop must come first.
const WAITING = { start: 'nothing', stop: 'end', restart: 'nothing' } as const;
const LEAVING = { start: 'nothing', stop: 'end', restart: 'nothing' } as const;

export const COMMAND_TABLE: {
  readonly [O in Order]: { readonly [E in Exec]: { readonly [C in Command]: CommandAction } };
} = {
  stop: {
    finished: STOPPED,
    failed: STOPPED,
    killed: STOPPED,
    starting: STOPPED,
    running: STOPPED,
    finishing: STOPPED,
  },
  start: {
    finished: WAITING,
    failed: WAITING,
    killed: WAITING,
    starting: ALIVE,
    running: ALIVE,
    finishing: LEAVING,
  },
};
