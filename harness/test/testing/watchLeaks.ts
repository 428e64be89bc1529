import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const MARK = 'TEST_STEP';
/** Grace period for processes that end with their parent. */
const LAST_MOMENT_MS = 5_000;
const LOOK_AGAIN_MS = 100;

/** Folders that third-party programs leave in the temp folder. */
const OF_OTHERS = [
  /^node-compile-cache$/, // Node, on purpose
  /^playwright-transform-cache-/, // Playwright, on purpose
  /^v8-compile-cache/,
  /^testcontainers-node-\d+\.lock$/, // testcontainers, on purpose
  /^pulse-[A-Za-z0-9]{12}$/, // libpulse, loaded by Chromium: created once, and linked from the home folder
  /^org\.chromium\.|^\.org\.chromium\.|^\.com\.google\.Chrome|^com\.google\.Chrome/, // Chromium, when it is killed
];

export interface Watch {
  readonly environment: Readonly<Record<string, string>>;
  /** Removes and returns leftovers: processes with their ports, and files in the temp folder. */
  leaks(): Promise<string[]>;
}

export function watchLeaks(step: string): Watch {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-step-'));
  // Like /tmp, for programs that drop privileges.
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

/** Reads /proc, and finds nothing without it. */
function markedProcesses(mark: string): Process[] {
  return readIfThere(() => readdirSync('/proc'), [])
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const read = (file: string) => readIfThere(() => readFileSync(`/proc/${pid}/${file}`, 'utf8'), '');
      if (!read('environ').split('\0').includes(`${MARK}=${mark}`)) return [];
      return [{ pid: Number(pid), command: read('cmdline').replaceAll('\0', ' ').trim().slice(0, 120) }];
    });
}

/** Processes can end while they are inspected. */
function readIfThere<T>(read: () => T, fallback: T): T {
  try {
    return read();
  } catch {
    return fallback;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {}
}
