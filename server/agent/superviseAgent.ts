import { type ChildProcess, fork as forkProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { AgentNotice, AgentOrder } from '../../agent/agentMessages.ts';
import type { Log } from '../log/index.ts';
import { messageOf } from '../util/errorMessage.ts';
import { AGENT, agentProgramOf, RELEASE } from './agentArgument.ts';

interface AgentDeps {
  readonly program: string;
  readonly address: string;
  readonly folder: string;
  readonly issueToken: () => Promise<string>;
  /** Whether a process reads a file that only the agent writes, or alarms have a receiver. */
  readonly isNeeded: () => boolean;
  readonly log: Log;
  readonly fork?: (task: readonly string[]) => ChildProcess;
}

export interface AgentSupervisor {
  update(): void;
  socket(): string | null;
  /** Runs the agent for a while. */
  wake(): void;
  stop(): Promise<void>;
}

/** Short: readers survive an outage only on the segments that they have already fetched. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const TOKEN_EVERY_MS = 300_000;
/** Changed metadata send no event, so they are polled. */
const POLL_INTERVAL_MS = 10_000;
const AWAKE_MS = 600_000;
const LEAVING_MS = 10_000;
const STOPPING_MS = 2_000;
/** After this many crashes within `FALLS_WITHIN_MS`, publications read their channels directly again. */
const FALLS = 5;
const FALLS_WITHIN_MS = 120_000;
/** Out of memory, the kernel kills the agent before any ffmpeg. */
const OOM_SCORE = '500';

/** Saves a fifth of the memory. */
const FLAGS = ['--optimize-for-size'];

/** Lets a restarted agent recognize its own lease. */
const NAME = randomBytes(8).toString('hex');

/** `leaving`: cleans up when it is no longer needed. */
type Task = 'watch' | 'release' | 'leaving';

export function superviseAgent({
  program,
  address,
  folder,
  issueToken,
  isNeeded: isNeededByCore,
  log,
  fork = (task) =>
    forkProcess(agentProgramOf(program), task, { execArgv: FLAGS, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
}: AgentDeps): AgentSupervisor {
  let running: { child: ChildProcess; task: Task; socket: string | null } | null = null;
  let isStopped = false;
  let pauseMs = FIRST_PAUSE_MS;
  let falls: readonly number[] = [];
  let restart: NodeJS.Timeout | null = null;

  let awakeUntil = Number.NEGATIVE_INFINITY;
  const isNeeded = () => performance.now() < awakeUntil || isNeededByCore();

  const order = (child: ChildProcess, agentOrder: AgentOrder) => void child.send(agentOrder, () => undefined);
  const logIn = (child: ChildProcess) =>
    issueToken().then(
      (token) => order(child, { type: 'login', address, token, name: NAME, folder }),
      () => undefined,
    );
  const renewals = setInterval(() => {
    if (running !== null) void logIn(running.child);
  }, TOKEN_EVERY_MS);
  renewals.unref();

  const start = (task: Task) => {
    restart = null;
    const startedAt = performance.now();
    let child: ChildProcess;
    try {
      child = fork(task === 'release' ? [AGENT, RELEASE] : [AGENT]);
    } catch (error) {
      return onCrash(startedAt, messageOf(error));
    }
    const started: typeof running = { child, task, socket: null };
    running = started;
    const onEnd = (end: string, isGood: boolean) => {
      if (running !== started) return;
      running = null;
      if (isStopped) return;
      if (started.task === 'release' && isGood)
        log.write('warn', 'Agent', 'Publications read their channels again', {});
      if (!isNeeded()) return;
      if (started.task === 'leaving') start('watch');
      else if (started.task === 'release' && isGood) startLater('watch');
      else onCrash(startedAt, end);
    };
    child.on('message', (notice: AgentNotice) => {
      if (notice.type === 'login') void logIn(child);
      else if (notice.type === 'listens') started.socket = notice.path;
      else log.write(notice.level, 'Agent', notice.text, { ...notice.fields });
    });
    child.on('error', (error) => {
      log.write('error', 'Agent', 'Cannot start', { error: error.message });
      // Out of memory or PIDs: a child that never ran emits no `exit`.
      if (child.pid === undefined) onEnd(error.message, false);
    });
    child.once('exit', (code, signal) => onEnd(String(signal ?? code), code === 0));
    if (child.pid !== undefined) writeFile(`/proc/${child.pid}/oom_score_adj`, OOM_SCORE).catch(() => undefined);
  };

  const onCrash = (startedAt: number, end: string) => {
    const now = performance.now();
    falls = [...falls.filter((at) => now - at < FALLS_WITHIN_MS), now];
    if (now - startedAt > LONGEST_PAUSE_MS) pauseMs = FIRST_PAUSE_MS;
    const isHopeless = falls.length >= FALLS;
    if (isHopeless) falls = [];
    log.write(
      'error',
      'Agent',
      isHopeless ? 'It ended again and again: publications are given their channels back' : 'It ended, and starts anew',
      {
        end,
        after_ms: pauseMs,
      },
    );
    startLater(isHopeless ? 'release' : 'watch');
  };

  function startLater(task: Task) {
    restart = setTimeout(start, pauseMs, task);
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  }

  const update = () => {
    if (isStopped || program === '') return;
    if (running?.task === 'watch' && !isNeeded()) {
      const left = running;
      left.task = 'leaving';
      order(left.child, { type: 'leave' });
      setTimeout(() => left.child.kill('SIGKILL'), LEAVING_MS).unref();
    } else if (running === null && restart === null && isNeeded()) start('watch');
  };
  const timer = setInterval(update, POLL_INTERVAL_MS);
  timer.unref();

  return {
    update,
    wake() {
      awakeUntil = performance.now() + AWAKE_MS;
      update();
    },
    socket: () => running?.socket ?? null,
    async stop() {
      isStopped = true;
      clearInterval(renewals);
      clearInterval(timer);
      if (restart !== null) clearTimeout(restart);
      if (running === null) return;
      const { child } = running;
      await new Promise((resolve) => {
        const kill = setTimeout(() => child.kill('SIGKILL'), STOPPING_MS);
        child.once('exit', () => {
          clearTimeout(kill);
          resolve(undefined);
        });
        if (child.connected) child.disconnect();
        else child.kill('SIGKILL');
      });
    },
  };
}
