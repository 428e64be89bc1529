import { type ChildProcess, fork } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import type { AgentNotice, AgentOrder } from '../../agent/runAgent.ts';
import type { Log } from '../log/index.ts';
import { AGENT } from './agentArgument.ts';

interface AgentDeps {
  /** The program that runs `runAgent` when its argument says so. */
  readonly program: string;
  /** Of this core. */
  readonly address: string;
  readonly issueToken: () => Promise<string>;
  /** Whether a process reads what only the agent writes. */
  readonly isNeeded: () => boolean;
  readonly log: Log;
}

export interface AgentSupervisor {
  /** Processes or the login have changed. */
  update(): void;
  stop(): Promise<void>;
}

/** What a reader has in hand is the whole reserve, so the first restart comes at once. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const TOKEN_EVERY_MS = 300_000;
/** When memory runs out, the agent goes before any ffmpeg. */
const OOM_SCORE = '500';

/** Keeps the agent running while it is needed. */
export function superviseAgent({ program, address, issueToken, isNeeded, log }: AgentDeps): AgentSupervisor {
  let child: ChildProcess | null = null;
  let isStopped = false;
  let pauseMs = FIRST_PAUSE_MS;
  let restart: NodeJS.Timeout | null = null;

  const logIn = (to: ChildProcess) =>
    issueToken().then(
      (token) => void to.send({ type: 'login', address, token } satisfies AgentOrder, () => undefined),
      () => undefined, // the core is stopping
    );
  const renewals = setInterval(() => {
    if (child !== null) void logIn(child);
  }, TOKEN_EVERY_MS);
  renewals.unref();

  const start = () => {
    restart = null;
    const startedAt = performance.now();
    const begun = fork(program, [AGENT], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child = begun;
    writeFile(`/proc/${begun.pid}/oom_score_adj`, OOM_SCORE).catch(() => undefined);
    begun.on('message', (notice: AgentNotice) => {
      if (notice.type === 'login') void logIn(begun);
      else log.write(notice.level, 'Agent', notice.text, { ...notice.fields });
    });
    begun.on('error', (error) => log.write('error', 'Agent', 'Cannot start', { error: error.message }));
    begun.once('exit', (code, signal) => {
      if (child === begun) child = null;
      if (isStopped || !isNeeded()) return;
      if (performance.now() - startedAt > LONGEST_PAUSE_MS) pauseMs = FIRST_PAUSE_MS;
      log.write('error', 'Agent', 'It ended, and starts anew', { end: signal ?? code, after_ms: pauseMs });
      restart = setTimeout(start, pauseMs);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    });
  };

  return {
    update() {
      if (isStopped || program === '') return;
      if (child !== null && !isNeeded()) child.kill('SIGKILL');
      else if (child === null && restart === null && isNeeded()) start();
    },
    async stop() {
      isStopped = true;
      clearInterval(renewals);
      if (restart !== null) clearTimeout(restart);
      const last = child;
      if (last === null) return;
      await new Promise((resolve) => {
        last.once('exit', resolve);
        last.kill('SIGKILL');
      });
    },
  };
}
