import { spawn } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KILL_AFTER_MS } from '../ffmpeg/child.ts';
import { statFields } from './usage.ts';

/**
 * No ffmpeg outlives the core. Its children stand in a journal with their start times, since a pid alone may belong to
 * a stranger by now. If the core dies without a word, two readers act on it: a guard (a shell whose stdin ends with the
 * core) at once, and the next start of the core for whatever is left.
 */
export interface Orphanage {
  born(pid: number): void;
  gone(pid: number): void;
  /** Nothing is left to guard. */
  stop(): void;
}

// Node cannot ask the kernel for a signal at the death of the parent, and ffmpeg goes on without its stdin and stderr.
// The guard ignores what a terminal or a service sends to everybody: it must be the last to leave. It reads the journal
// once: a core that was started meanwhile writes a new one.
const GUARD = `
trap '' HUP INT TERM QUIT PIPE
cat > /dev/null
[ "$(head -n 1 "$JOURNAL")" = "$OWNER" ] || exit 0
children=$(tail -n +2 "$JOURNAL")
started() { sed 's/.*) //' "/proc/$1/stat" 2> /dev/null | cut -d' ' -f20; }
signal() {
  echo "$children" | while read -r pid start; do
    [ -n "$pid" ] && [ "$(started "$pid")" = "$start" ] && kill -"$1" "$pid"
  done
}
signal INT
sleep "$PATIENCE"
signal KILL
`;

export function createOrphanage(dbDir: string): Orphanage {
  const journal = join(dbDir, 'ffmpeg.pids');
  killAll(leftovers(read(journal) ?? '', bootId(), startOf));

  const owner = `${bootId()} ${process.pid} ${startOf(process.pid)}`;
  const children = new Map<number, string>();
  const write = () => {
    // A half-written journal would forget all children at once.
    writeFileSync(`${journal}.next`, [owner, ...[...children].map((child) => child.join(' ')), ''].join('\n'));
    renameSync(`${journal}.next`, journal);
  };
  let guard: ReturnType<typeof spawnGuard> | null = null;
  write();

  return {
    born(pid) {
      const start = startOf(pid);
      if (start === null) return; // gone already, or a system without /proc
      children.set(pid, start);
      write();
      guard ??= spawnGuard(journal, owner);
    },
    gone(pid) {
      if (children.delete(pid)) write();
    },
    stop() {
      guard?.kill('SIGKILL');
      guard?.stdin.destroy(); // ends what the shell waits with
      guard = null;
    },
  };
}

function spawnGuard(journal: string, owner: string) {
  const guard = spawn('/bin/sh', ['-c', GUARD], {
    detached: true, // a group of its own: whoever kills the core's group does not reach it
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: '/usr/bin:/bin', JOURNAL: journal, OWNER: owner, PATIENCE: String(KILL_AFTER_MS / 1000) },
  });
  guard.on('error', () => undefined); // without a shell there is still the next start
  guard.stdin.on('error', () => undefined);
  guard.unref();
  return guard;
}

/** The pids of a journal that are still the processes they were, if the core that wrote it is dead. */
export function leftovers(journal: string, boot: string, startOfPid: (pid: number) => string | null): number[] {
  const [header = '', ...lines] = journal.split('\n');
  const [writtenIn, corePid, coreStart] = header.split(' ');
  if (boot === '' || writtenIn !== boot || startOfPid(Number(corePid)) === coreStart) return [];
  return lines.flatMap((line) => {
    const [, pid, start] = /^(\d+) (\d+)$/.exec(line) ?? [];
    return pid !== undefined && startOfPid(Number(pid)) === start ? [Number(pid)] : [];
  });
}

function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it ended in this very moment
    }
  }
}

/** null: there is no such process, or it is dead and nobody has asked how it ended. */
function startOf(pid: number): string | null {
  const stat = read(`/proc/${pid}/stat`);
  const [state, ...fields] = stat === null ? [] : statFields(stat);
  return state === undefined || state === 'Z' ? null : (fields[18] ?? null); // field 22 of proc(5)
}

const bootId = () => read('/proc/sys/kernel/random/boot_id')?.trim() ?? '';

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null; // not there: nothing to read is an answer
  }
}
