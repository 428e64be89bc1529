import { elapsedMs } from '../clock.ts';
import type { Child } from '../ffmpeg/child.ts';
import { commandOf, probeCommandOf } from '../ffmpeg/command.ts';
import { type Probe, probe } from '../ffmpeg/probe.ts';
import type { ProcessConfig } from './config.ts';
import { Refusal } from './refusal.ts';
import { createReport, type Report } from './report.ts';
import type { Resolved } from './resolve.ts';
import { createRunProgress, NO_PROGRESS } from './runProgress.ts';
import {
  COMMAND_TABLE,
  type Command,
  EXEC_TABLE,
  type Exec,
  type ExecEvent,
  type Order,
  zeroStateCounts,
} from './states.ts';
import { supervise } from './supervise.ts';
import { createUsageSampler, type ResourceUsage } from './usage.ts';
import { createWatchdog } from './watchdog.ts';

const SAMPLE_EVERY_MS = 1_000;
// A longer timer would ring at once.
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const NO_USAGE: ResourceUsage = { cpuPercent: 0, memoryBytes: 0 };

export interface ProcessDeps {
  launch(args: readonly string[], onLine: (line: string) => void): Child;
  /** Of the report. */
  readonly maxLines: number;
  readonly maxHistory: number;
  /** It has another state. */
  onExec(exec: Exec): void;
  note(level: 'warn' | 'debug', message: string, fields: Readonly<Record<string, string>>): void;
}

/** One process: its order, its state, its report. `resolved` null: a stored process that is no longer valid. */
export function createProcess(config: ProcessConfig, resolved: Resolved | null, deps: ProcessDeps) {
  const command = resolved === null ? null : commandOf(resolved);
  const report = createReport(deps, Date.now());
  let order: Order = 'stop';
  let exec: Exec = 'finished';
  let changedAtMs = elapsedMs();
  let life: { readonly end: AbortController; readonly over: Promise<void> } | null = null;
  let run: { readonly live: ReturnType<typeof createRunProgress>; readonly interrupt: () => void } | null = null;
  let usage = NO_USAGE;
  const stateCounts = zeroStateCounts();

  const transition = (event: ExecEvent) => {
    const next = EXEC_TABLE[exec][event];
    if (next === undefined) return;
    exec = next;
    changedAtMs = elapsedMs();
    stateCounts[next] += 1;
    deps.onExec(next);
  };

  const runOnce = async (signal: AbortSignal): Promise<void> => {
    if (resolved === null || command === null) return;
    report.begin(Date.now());
    transition('launched');
    const live = createRunProgress(resolved, elapsedMs());
    const child = deps.launch(command, (line) => {
      if (live.line(line, elapsedMs())) report.closePrelude();
      else report.line(line, Date.now());
    });
    if (child.pid !== null) transition('spawned');
    deps.note('debug', 'Started', { id: config.id });
    const interrupt = () => {
      transition('interrupted');
      child.end();
    };
    run = { live, interrupt };
    signal.addEventListener('abort', interrupt);
    const sampling = child.pid === null ? null : setInterval(sampler(child.pid, live, interrupt), SAMPLE_EVERY_MS);

    const end = await child.ended;

    if (sampling !== null) clearInterval(sampling);
    signal.removeEventListener('abort', interrupt);
    run = null;
    usage = NO_USAGE;
    transition(end);
    deps.note('debug', 'Ended', { id: config.id, exec: end });
  };

  const sampler = (pid: number, live: ReturnType<typeof createRunProgress>, interrupt: () => void) => {
    const sample = createUsageSampler(pid);
    const watch = createWatchdog(config);
    return () => {
      usage = sample();
      const verdict = exec === 'running' ? watch(elapsedMs(), live.silentMs(elapsedMs()), usage) : null;
      if (verdict === null) return;
      deps.note('warn', 'Interrupted', { id: config.id, reason: verdict });
      interrupt();
    };
  };

  const begin = () => {
    order = 'start';
    const end = new AbortController();
    const delayMs = Math.min(config.reconnect_delay_seconds * 1000, LONGEST_TIMER_MS);
    const reconnectAfterMs = config.reconnect ? delayMs : null;
    life = { end, over: supervise({ runOnce, reconnectAfterMs, signal: end.signal }) };
  };

  const halt = async () => {
    life?.end.abort();
    await life?.over;
    life = null;
  };

  const reconnectSeconds = (nowMs: number): number => {
    const waits = order === 'start' && run === null && config.reconnect;
    return waits ? Math.max(0, Math.floor(config.reconnect_delay_seconds - (nowMs - changedAtMs) / 1000)) : -1;
  };

  return {
    config,
    configJson: JSON.stringify(config),
    resolved,
    stateCounts,
    order: (): Order => order,
    exec: (): Exec => exec,
    isValid: resolved !== null,
    runtimeSeconds: (): number => Math.floor((elapsedMs() - changedAtMs) / 1000),

    /** Throws Refusal if the process is not valid. Resolves, after a stop, when ffmpeg is gone. */
    async command(name: Command): Promise<void> {
      if (resolved === null) throw new Refusal('invalid process definition');
      const action = COMMAND_TABLE[order][exec][name];
      if (action === 'begin') begin();
      if (action === 'interrupt') run?.interrupt();
      if (action === 'end') {
        order = 'stop';
        await halt();
      }
    },

    /** Ends ffmpeg and its reconnecting without a change of the order; resolves when it is gone. */
    halt,

    probe: async (): Promise<Probe> =>
      resolved === null ? { streams: [], log: [] } : probe((onLine) => deps.launch(probeCommandOf(resolved), onLine)),

    /** As the API answers it. An invalid process has an empty one. */
    state() {
      const nowMs = elapsedMs();
      if (command === null) {
        return {
          ...EMPTY_STATE,
          order: '',
          exec: '',
          runtime_seconds: 0,
          reconnect_seconds: 0,
          command: null,
        } as const;
      }
      return {
        order,
        exec,
        runtime_seconds: Math.floor((nowMs - changedAtMs) / 1000),
        reconnect_seconds: reconnectSeconds(nowMs),
        last_logline: report.lastLine(),
        progress: run?.live.progress(nowMs) ?? NO_PROGRESS,
        memory_bytes: usage.memoryBytes,
        cpu_usage: usage.cpuPercent,
        command,
      };
    },

    reportJson: (): string => (resolved === null ? INVALID_REPORT : report.json()),
    report: (): Report => report.get(),
    inherit: (older: Report): void => report.inherit(older),
  };
}
export type Process = ReturnType<typeof createProcess>;

const EMPTY_STATE = { last_logline: '', progress: NO_PROGRESS, memory_bytes: 0, cpu_usage: 0 } as const;

// The zero time of the core whose API this is.
const INVALID_REPORT = JSON.stringify({ created_at: -62135596800, prelude: null, log: [], history: [] });
