import { spawn } from 'node:child_process';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Child, KILL_AFTER_MS, spawnChild } from '../../ffmpeg/child.ts';
import type { Log } from '../../log/index.ts';
import { readBootId, readFileIfPresent, readProcessStart } from '../../util/procFiles.ts';

/**
 * A guard shell learns each child through its stdin and kills all when that closes. The next start kills the rest by a
 * journal.
 */
interface OrphanReaper {
  track(pid: number): void;
  untrack(pid: number): void;
  stop(): void;
}

// Node has no parent-death signal, and ffmpeg continues without stdin and stderr. The guard ignores signals to the
// whole group, because it must exit last.
const GUARD = `
trap '' HUP INT TERM QUIT PIPE
children=' '
while read -r change child; do
  case "$change$children" in
    add*) children="$children$child " ;;
    remove*" $child "*) children="\${children%%" $child "*} \${children#*" $child "}" ;;
  esac
done
started() { sed 's/.*) //' "/proc/$1/stat" 2> /dev/null | cut -d' ' -f20; }
signal() {
  for child in $children; do
    pid=\${child%:*}
    [ "$(started "$pid")" = "\${child#*:}" ] && kill -"$1" "$pid"
  done
}
signal INT
sleep "$PATIENCE"
signal KILL
`;

export function createOrphanReaper(dbDir: string, log: Log): OrphanReaper {
  const journal = join(dbDir, 'ffmpeg.pids');
  killAll(findOrphans(readFileIfPresent(journal) ?? '', readBootId(), readProcessStart));

  const owner = `${readBootId()} ${process.pid} ${readProcessStart(process.pid)}`;
  const children = new Map<number, string>();
  const write = () => {
    try {
      // A half-written journal would lose all children. A leftover file may be a symlink.
      rmSync(`${journal}.next`, { force: true });
      writeFileSync(`${journal}.next`, [owner, ...[...children].map((child) => child.join(' ')), ''].join('\n'), {
        ...{ flag: 'wx', mode: 0o600 },
      });
      renameSync(`${journal}.next`, journal);
    } catch (error) {
      // The disk is full: the guard still knows the child.
      log.write('warn', 'Process', 'The journal of children could not be written', { error: String(error) });
    }
  };
  let guard: ReturnType<typeof spawnGuard> | null = null;
  const startGuard = () => {
    const started = spawnGuard();
    guard = started;
    for (const child of children) started.stdin.write(addCommand(child));
    started.once('exit', () => {
      if (guard === started) guard = null;
    });
  };
  write();

  return {
    track(pid) {
      const start = readProcessStart(pid);
      if (start === null) return;
      children.set(pid, start);
      if (guard === null) startGuard();
      else guard.stdin.write(addCommand([pid, start]));
      write();
    },
    untrack(pid) {
      const start = children.get(pid);
      if (start === undefined) return;
      children.delete(pid);
      guard?.stdin.write(`remove ${pid}:${start}\n`);
      write();
    },
    stop() {
      guard?.kill('SIGKILL');
      guard = null;
    },
  };
}

const addCommand = ([pid, start]: readonly [number, string]) => `add ${pid}:${start}\n`;

function spawnGuard() {
  const guard = spawn('/bin/sh', ['-c', GUARD], {
    detached: true, // a separate group, out of reach of signals to the core's group
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: '/usr/bin:/bin', PATIENCE: String(KILL_AFTER_MS / 1000) },
  });
  guard.on('error', () => undefined); // without a shell, the next start kills the children
  guard.stdin.on('error', () => undefined);
  guard.unref();
  return guard;
}

export function findOrphans(journal: string, boot: string, startOfPid: (pid: number) => string | null): number[] {
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
    } catch {}
  }
}

export function createChildren(dbDir: string, log: Log, graceMs?: number) {
  const reaper = createOrphanReaper(dbDir, log);
  const alive = new Set<Child>();
  return {
    launch(
      binary: string,
      args: readonly string[],
      onLine: (line: string) => void,
      onOutput?: (line: string) => void,
    ): Child {
      const child = spawnChild(binary, args, onLine, {
        ...(graceMs === undefined ? {} : { graceMs }),
        ...(onOutput === undefined ? {} : { onOutput }),
      });
      const { pid } = child;
      if (pid === null) return child;
      alive.add(child);
      reaper.track(pid);
      child.ended.then(() => {
        alive.delete(child);
        reaper.untrack(pid);
      });
      return child;
    },
    async endAll(): Promise<void> {
      for (const child of alive) child.end();
      await Promise.all([...alive].map(({ ended }) => ended));
    },
    stop: () => reaper.stop(),
  };
}
