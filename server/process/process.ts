import type { StreamChange } from '../../src/api/arrivingStream.ts';
import { buildFfmpegArguments, buildProbeArguments } from '../ffmpeg/ffmpegArguments.ts';
import { type Probe, probe } from '../ffmpeg/probe.ts';
import { elapsedMs } from '../util/elapsedMs.ts';
import { memoizeByObject } from '../util/memoizeByObject.ts';
import type { InputOrOutput, ResolvedProcess } from './command/resolveProcess.ts';
import { createFreshOutput } from './run/freshOutput.ts';
import { createMissingAudio } from './run/missingAudio.ts';
import { packetWatchOutput } from './run/packetWatch.ts';
import { createReport, type Report } from './run/processLogReport.ts';
import { createRunner, createSupervision, type Runnable, type RunnerDeps } from './run/runner.ts';
import { NO_PROGRESS } from './run/runProgress.ts';
import {
  COMMAND_TABLE,
  type Command,
  type CommandAction,
  createExecState,
  type Exec,
  type Order,
  type StateCounts,
} from './run/states.ts';
import type { CleanupRule, ProcessConfig } from './store/processConfig.ts';
import { Refusal } from './store/refusal.ts';

const MBYTE = 1024 * 1024;

export interface ProcessMetrics {
  readonly id: string;
  readonly exec: Exec;
  readonly order: Order;
  readonly stateCounts: Readonly<StateCounts>;
  /** The real core's names, in bytes, bit/s, seconds or percent. */
  readonly values: Readonly<Record<string, number>>;
}

export function measureProcess(process: Process): ProcessMetrics {
  const { id, limits } = process.config;
  const { progress, memory_bytes, cpu_usage } = process.state();
  return {
    id,
    exec: process.exec(),
    order: process.order(),
    stateCounts: process.stateCounts,
    values: {
      bitrate: progress.bitrate_kbit * 1024,
      cpu: cpu_usage,
      cpu_limit: limits.cpu_usage,
      drop: progress.drop,
      dup: progress.dup,
      fps: progress.fps,
      frame: progress.frame,
      memory: memory_bytes,
      memory_limit: limits.memory_mbytes * MBYTE,
      packet: progress.packet,
      q: progress.q,
      size: progress.size_kb * 1024,
      speed: progress.speed,
      time: progress.time,
      uptime: process.runtimeSeconds(),
    },
  };
}

export interface ProcessDeps extends RunnerDeps {
  readonly maxLines: number;
  readonly maxHistory: number;
  onExec(exec: Exec): void;
  readPlaylistVersions(rules: readonly CleanupRule[]): Promise<ReadonlyMap<string, string>>;
  /** Called when the output became another stream and can be read. */
  onFreshOutput(): void;
  /** Whether it is a network source that does not pass through our servers. */
  isLive(input: InputOrOutput): boolean;
  onUnwatchable(): void;
  signed(output: InputOrOutput): InputOrOutput;
}

/** `resolved` is null for an invalid stored process. */
export function createProcess(config: ProcessConfig, resolved: ResolvedProcess | null, deps: ProcessDeps) {
  const runnable = resolved === null ? null : runnableOf(resolved, deps);
  const report = createReport(deps, Date.now());
  const execState = createExecState(deps.onExec);
  const missingAudio = resolved === null ? null : createMissingAudio(resolved);
  const freshOutput = createFreshOutput(() => deps.readPlaylistVersions(resolved?.rules ?? []), deps.onFreshOutput);
  const silentForm = memoizeByObject((resolved: ResolvedProcess) => runnableOf(resolved, deps));
  const currentRunnable = (): Runnable | null => {
    if (missingAudio === null || !missingAudio.isSilent()) return runnable;
    return silentForm(missingAudio.current());
  };
  /** `at`: Unix seconds. */
  let streamChange: { readonly what: StreamChange; readonly at: number } | null = null;
  const noteChange = (change: StreamChange) => {
    streamChange = { what: change, at: Math.floor(Date.now() / 1000) };
  };
  /** Whether announced video has not arrived yet: without its size, ffmpeg rejects `packetWatchOutput`. */
  let isPictureAwaited = false;
  const hasten = () => supervision.hasten();
  const readAgain = (isOther: boolean) => {
    if (isOther) freshOutput.expect();
    hasten();
    runner.interrupt();
  };
  const onChange = (change: StreamChange) => {
    if (order !== 'start' || execState.exec() === 'finishing') return;
    if (change === 'audio-lost' && !missingAudio?.mute()) return;
    noteChange(change);
    // ffmpeg continues with the remaining streams.
    if (change === 'audio-added' || change === 'video-lost' || (change === 'video-added' && !isPictureAwaited)) return;
    isPictureAwaited = false;
    deps.note('info', 'Reads its input anew', { id: config.id, reason: change });
    readAgain(change === 'video-changed');
  };
  const watchOutput = () =>
    missingAudio === null || isPictureAwaited ? [] : packetWatchOutput(missingAudio.current(), deps.isLive);
  const runner = createRunner(
    {
      ...{ config, runnable, current: currentRunnable, missingAudio, freshOutput, report, execState },
      ...{ hasten, watchOutput, onChange, onUnwatchable: deps.onUnwatchable },
      isVideoLost: () => streamChange?.what === 'video-lost',
      isPictureAwaited: () => isPictureAwaited,
      onNoPicture() {
        isPictureAwaited = true;
        noteChange('video-lost');
      },
    },
    deps,
  );
  const supervision = createSupervision(config, runner.runOnce);
  let order: Order = 'stop';
  const state = () =>
    runnable === null
      ? INVALID_STATE
      : stateOf({ config, runnable: currentRunnable() ?? runnable, order, execState, runner, report, streamChange });

  const actions: Readonly<Record<CommandAction, () => Promise<void> | void>> = {
    begin() {
      order = 'start';
      isPictureAwaited = false;
      missingAudio?.believe();
      supervision.begin();
    },
    interrupt: runner.interrupt,
    end() {
      order = 'stop';
      return supervision.halt();
    },
    nothing() {},
  };

  return {
    config,
    configJson: JSON.stringify(config),
    resolved,
    stateCounts: execState.stateCounts,
    order: (): Order => order,
    exec: execState.exec,
    isValid: resolved !== null,
    runtimeSeconds: (): number => Math.floor(execState.ageMs(elapsedMs()) / 1000),

    async command(name: Command): Promise<void> {
      if (resolved === null) throw new Refusal('invalid process definition');
      await actions[COMMAND_TABLE[order][execState.exec()][name]]();
    },

    wake(): void {
      if (order === 'start' && !runner.isRunning()) supervision.hasten();
    },
    noteChange,
    /** Restarts ffmpeg at once. `isOther`: readers of the output must restart too. Returns whether it restarts. */
    readAnew({ isOther }: { isOther: boolean }): boolean {
      // A publisher may send several changes in a row.
      if (order !== 'start' || execState.exec() === 'finishing') return false;
      readAgain(isOther);
      return true;
    },

    uploadRefused: runner.uploadRefused,

    halt: supervision.halt,

    probe: async (): Promise<Probe> =>
      resolved === null
        ? { streams: [], log: [] }
        : probe((onLine) => deps.launch(buildProbeArguments(resolved), onLine)),

    state,
    stateJson: (): string => stateJsonOf(state()),

    reportJson: (): string => (resolved === null ? INVALID_REPORT : report.json()),
    report: (): Report => report.get(),
    inherit: (older: Report): void => report.inherit(older),
  };
}
export type Process = ReturnType<typeof createProcess>;

const runnableOf = (resolved: ResolvedProcess, { signed }: ProcessDeps): Runnable => ({
  ...resolved,
  command: buildFfmpegArguments(resolved),
  launched: buildFfmpegArguments({ ...resolved, output: resolved.output.map(signed) }),
});

interface ProcessParts {
  readonly config: ProcessConfig;
  readonly runnable: Runnable;
  readonly order: Order;
  readonly execState: ReturnType<typeof createExecState>;
  readonly runner: ReturnType<typeof createRunner>;
  readonly report: ReturnType<typeof createReport>;
  readonly streamChange: { readonly what: StreamChange; readonly at: number } | null;
}

function stateOf({ config, runnable, order, execState, runner, report, streamChange }: ProcessParts) {
  const nowMs = elapsedMs();
  const ageSeconds = execState.ageMs(nowMs) / 1000;
  const isWaiting = order === 'start' && config.reconnect && !runner.isRunning();
  const { memoryBytes, cpuPercent } = runner.usage();
  return {
    order,
    exec: execState.exec(),
    runtime_seconds: Math.floor(ageSeconds),
    reconnect_seconds: isWaiting ? Math.max(0, Math.floor(config.reconnect_delay_seconds - ageSeconds)) : -1,
    last_logline: report.lastLine(),
    ...(streamChange === null ? {} : { stream_change: streamChange }),
    progress: runner.progress(nowMs),
    memory_bytes: memoryBytes,
    cpu_usage: cpuPercent,
    command: runnable.command,
  };
}

const keptJson = memoizeByObject((value: object) => JSON.stringify(value));

/** Equals `JSON.stringify`, but caches: hundreds of states are read every second, and most parts never change. */
function stateJsonOf(state: ReturnType<typeof stateOf> | typeof INVALID_STATE): string {
  if (state.command === null) return keptJson(state);
  const { progress, memory_bytes, cpu_usage, command, ...changing } = state;
  const progressJson = progress === NO_PROGRESS ? keptJson(progress) : JSON.stringify(progress);
  const usage = `"memory_bytes":${memory_bytes},"cpu_usage":${cpu_usage}`;
  return `${JSON.stringify(changing).slice(0, -1)},"progress":${progressJson},${usage},"command":${keptJson(command)}}`;
}

const INVALID_STATE = {
  last_logline: '',
  progress: NO_PROGRESS,
  memory_bytes: 0,
  cpu_usage: 0,
  order: '',
  exec: '',
  runtime_seconds: 0,
  reconnect_seconds: 0,
  command: null,
} as const;

// Go's zero time, as in the real core.
const INVALID_REPORT = JSON.stringify({ created_at: -62135596800, prelude: null, log: [], history: [] });
