import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KILL_AFTER_MS } from '../ffmpeg/child.ts';
import { statFields } from './usage.ts';

/**
 * No ffmpeg outlives the core. Its children are written to a journal as they come and go, with their start times: a pid
 * alone may belong to a stranger by now. If the core dies without a word, two readers act on it: a guard (a shell that
 * notices the death because its stdin ends) at once, and the next start of the core for whatever is left.
 */
export interface Orphanage {
  born(pid: number): void;
  gone(pid: number): void;
  stop(): void;
}

// Node cannot ask the kernel for a signal at the death of the parent, and ffmpeg ignores the end of its stdin and of
// its stderr. The guard ignores what a terminal sends to the whole group: it must be the last to leave.
const GUARD = `
trap '' HUP INT TERM QUIT PIPE
cat > /dev/null
started() { sed 's/.*) //' "/proc/$1/stat" 2> /dev/null | cut -d' ' -f20; }
signal() { tail -n +2 "$JOURNAL" | while read -r pid start; do [ "$(started "$pid")" = "$start" ] && kill -"$1" "$pid"; done; }
signal INT
sleep "$PATIENCE"
signal KILL
`;

export function createOrphanage(dbDir: string): Orphanage {
  const journal = join(dbDir, 'ffmpeg.pids');
  killLeftovers(journal);
  const children = new Map<number, string>();
  const write = () =>
    writeFileSync(journal, [bootId(), ...[...children].map(([pid, start]) => `${pid} ${start}`), ''].join('\n'));
  write();
  let guard: ReturnType<typeof spawnGuard> | null = null;

  return {
    born(pid) {
      const start = startOf(pid);
      if (start === null) return; // gone already, or no /proc
      children.set(pid, start);
      write();
      guard ??= spawnGuard(journal);
    },
    gone(pid) {
      if (children.delete(pid)) write();
    },
    stop() {
      guard?.kill('SIGKILL');
      guard = null;
    },
  };
}

function spawnGuard(journal: string) {
  const guard = spawn('/bin/sh', ['-c', GUARD], {
    // A group of its own: whoever kills the core's group does not reach it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: '/usr/bin:/bin', JOURNAL: journal, PATIENCE: String(KILL_AFTER_MS / 1000) },
  });
  guard.on('error', () => undefined); // without a shell there is still the next start
  guard.stdin.on('error', () => undefined);
  guard.unref();
  if ('unref' in guard.stdin && typeof guard.stdin.unref === 'function') guard.stdin.unref();
  return guard;
}

function killLeftovers(journal: string): void {
  for (const pid of leftovers(read(journal) ?? '', bootId(), startOf)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it ended in this very moment
    }
  }
}

/** The pids of a journal that are still the processes they were. */
export function leftovers(journal: string, boot: string, startOfPid: (pid: number) => string | null): number[] {
  const [writtenIn, ...lines] = journal.split('\n');
  if (boot === '' || writtenIn !== boot) return [];
  return lines.flatMap((line) => {
    const [, pid, start] = /^(\d+) (\d+)$/.exec(line) ?? [];
    return pid !== undefined && startOfPid(Number(pid)) === start ? [Number(pid)] : [];
  });
}

function startOf(pid: number): string | null {
  const stat = read(`/proc/${pid}/stat`);
  return stat === null ? null : (statFields(stat)[19] ?? null); // field 22 of proc(5)
}

const bootId = () => read('/proc/sys/kernel/random/boot_id')?.trim() ?? '';

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null; // not there: nothing to read is an answer
  }
}
