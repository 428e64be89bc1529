import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** In the environment of all that a step starts, and of all that those start. */
const MARK = 'TEST_STEP';
/** Processes that end with their parent have this long to do so. */
const LAST_MOMENT_MS = 5_000;
const LOOK_AGAIN_MS = 100;

/** Folders that programs of others leave below the temp folder, and say so. */
const OF_OTHERS = [
  /^node-compile-cache$/, // Node's own, kept on purpose
  /^playwright-transform-cache-/, // Playwright's, kept on purpose
  /^v8-compile-cache/,
  /^testcontainers-node-\d+\.lock$/, // testcontainers', kept on purpose
  /^pulse-[A-Za-z0-9]{12}$/, // libpulse's, which Chromium loads: made once, and linked from the home folder
  /^org\.chromium\.|^\.org\.chromium\.|^\.com\.google\.Chrome|^com\.google\.Chrome/, // Chromium's, when it is killed
];

export interface Watch {
  /** The environment of the step. */
  readonly environment: Readonly<Record<string, string>>;
  /** Leftovers of the step: processes with their ports, and files below the temp folder. All are removed. */
  leaks(): Promise<string[]>;
}

/** Gives a step a temp folder and a mark of its own, by which what it leaves is found. */
export function watchLeaks(step: string): Watch {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-step-'));
  // As the temp folder is: programs that give up their rights keep files below it.
  chmodSync(folder, 0o1777);
  const mark = `${step}-${path.basename(folder)}`;
  return {
    environment: { TMPDIR: folder, [MARK]: mark },
    async leaks() {
      const processes = await lastingProcesses(mark);
      for (const { pid } of processes) kill(pid);
      const files = readdirSync(folder).filter((name) => !OF_OTHERS.some((pattern) => pattern.test(name)));
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
      return [
        ...processes.map(({ pid, command }) => `process ${pid} (${command})`),
        ...files.map((name) => `file ${name}`),
      ];
    },
  };
}

interface Process {
  pid: number;
  command: string;
}

async function lastingProcesses(mark: string): Promise<Process[]> {
  for (let waitedMs = 0; ; waitedMs += LOOK_AGAIN_MS) {
    const found = markedProcesses(mark);
    if (found.length === 0 || waitedMs >= LAST_MOMENT_MS) return found;
    await sleep(LOOK_AGAIN_MS);
  }
}

/** By /proc: where there is none, no process is found. */
function markedProcesses(mark: string): Process[] {
  return readIfThere(() => readdirSync('/proc'), [])
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const read = (file: string) => readIfThere(() => readFileSync(`/proc/${pid}/${file}`, 'utf8'), '');
      if (!read('environ').split('\0').includes(`${MARK}=${mark}`)) return [];
      return [{ pid: Number(pid), command: read('cmdline').replaceAll('\0', ' ').trim().slice(0, 120) }];
    });
}

/** Processes come and go while they are looked at. */
function readIfThere<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has just ended
  }
}
