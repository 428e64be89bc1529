import { statfs } from 'node:fs/promises';
import { dirname, isAbsolute } from 'node:path';
import type { StreamChange } from '../../../src/api/arrivingStream.ts';
import { machine } from '../../config/machine.ts';
import type { Child } from '../../ffmpeg/child.ts';
import { elapsedMs } from '../../util/elapsedMs.ts';
import { LONGEST_TIMER_MS } from '../../util/longestTimerMs.ts';
import type { InputOrOutput, ResolvedProcess } from '../command/resolveProcess.ts';
import type { ProcessConfig } from '../store/processConfig.ts';
import type { FreshOutput } from './freshOutput.ts';
import { bringsUnusedAudio, type MissingAudio } from './missingAudio.ts';
import { createPacketWatch, lacksPicture, refusesPacketWatch } from './packetWatch.ts';
import type { createReport } from './processLogReport.ts';
import { createUsageSampler, createWatchdog, type ResourceUsage } from './resourceUsage.ts';
import { createRunProgress, NO_PROGRESS } from './runProgress.ts';
import type { Exec, ExecState } from './states.ts';

/** Reserve for the database, uploads and other channels; on a small disk, a share of it. */
const FLOOR_BYTES = 1_000_000_000;
const FLOOR_SHARE = 0.02;
const POLL_INTERVAL_MS = 10_000;

interface DiskRoom {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

const isNearlyFull = ({ freeBytes, totalBytes }: DiskRoom) =>
  freeBytes < Math.min(FLOOR_BYTES, totalBytes * FLOOR_SHARE);

async function diskRoomAt(folder: string): Promise<DiskRoom | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return null;
  }
}

/** Segment files accumulate, while HLS and snapshots replace their own files. */
const isRecording = ({ address, options }: InputOrOutput) =>
  isAbsolute(address) && options.some((option, i) => option === 'segment' && options[i - 1] === '-f');

/** ffmpeg's wording, which operators know. */
const noSpaceMessage = (address: string) => `${address}: No space left on device`;

function createRecordingSpace(output: readonly InputOrOutput[], roomAt = diskRoomAt) {
  const addresses = output.filter(isRecording).map(({ address }) => address);
  if (addresses.length === 0) return null;
  const refusal = async (): Promise<string | null> => {
    for (const address of addresses) {
      const room = await roomAt(dirname(address));
      if (room !== null && isNearlyFull(room)) return noSpaceMessage(address);
    }
    return null;
  };
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  return {
    refusal,
    refusalLately: async (nowMs: number): Promise<string | null> => {
      if (nowMs - lookedAtMs < POLL_INTERVAL_MS) return null;
      lookedAtMs = nowMs;
      return refusal();
    },
  };
}

const REFUSED_MS = 5_000;
/** Longer than a segment, so an older rejection has passed. */
const REFUSAL_PAST_MS = 30_000;

/** Normal fluctuation by other channels' segments. */
const ROOM_CHANGES_BYTES = 100_000;

const uploadMessage = (path: string) => `/memfs${path}: No space left in the memory storage`;

function createUploadRefusals() {
  let sinceMs = 0;
  let lastMs = Number.NEGATIVE_INFINITY;
  let last = '';
  return {
    add(path: string, nowMs: number): { isFirst: boolean; isLasting: boolean } {
      const isFirst = nowMs - lastMs > REFUSAL_PAST_MS;
      if (isFirst) sinceMs = nowMs;
      lastMs = nowMs;
      last = path;
      return { isFirst, isLasting: nowMs - sinceMs >= REFUSED_MS };
    },
    /** The line for a run that ends now; null without a recent rejection. */
    lastWords: (nowMs: number): string | null => (nowMs - lastMs <= REFUSED_MS ? uploadMessage(last) : null),
  };
}

interface SupervisedRun {
  /** Runs one child to its end; the signal interrupts it. Never rejects. */
  runOnce(signal: AbortSignal): Promise<void>;
  /** Pause before the next start, even after success; null for a single run. */
  readonly reconnectAfterMs: number | null;
  readonly signal: AbortSignal;
  nextHaste(): AbortSignal;
}

/** Without a minimum pause, failing ffmpegs delayed every response of the core by seconds. */
const START_EVERY_MS = 1_000;

/** Keeps one ffmpeg running until the signal aborts; resolves after the last child's exit. */
async function supervise({ runOnce, reconnectAfterMs, signal, nextHaste }: SupervisedRun): Promise<void> {
  while (!signal.aborted) {
    const startedMs = elapsedMs();
    const haste = nextHaste();
    await runOnce(signal);
    if (reconnectAfterMs === null && !haste.aborted) return;
    await pause(reconnectAfterMs ?? 0, AbortSignal.any([signal, haste]));
    await pause(START_EVERY_MS - (elapsedMs() - startedMs), signal);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted || ms <= 0) return resolve();
    const wake = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    signal.addEventListener('abort', wake);
  });
}

export function createSupervision(
  { reconnect, reconnect_delay_seconds }: Pick<ProcessConfig, 'reconnect' | 'reconnect_delay_seconds'>,
  runOnce: SupervisedRun['runOnce'],
) {
  const delayMs = Math.min(reconnect_delay_seconds * 1000, LONGEST_TIMER_MS);
  const reconnectAfterMs = reconnect ? delayMs : null;
  let current: { readonly end: AbortController; readonly over: Promise<void> } | null = null;
  let haste = new AbortController();
  const nextHaste = () => {
    haste = new AbortController();
    return haste.signal;
  };
  return {
    begin(): void {
      const end = new AbortController();
      current = { end, over: supervise({ runOnce, reconnectAfterMs, signal: end.signal, nextHaste }) };
    },
    /** Skips the rest of this run, or the wait after it. */
    hasten: (): void => haste.abort(),
    async halt(): Promise<void> {
      current?.end.abort();
      await current?.over;
      current = null;
    },
  };
}

const SAMPLE_EVERY_MS = 1_000;
const NO_USAGE: ResourceUsage = { cpuPercent: 0, memoryBytes: 0 };

export interface RunnerDeps {
  launch(args: readonly string[], onLine: (line: string) => void, onOutput?: (line: string) => void): Child;
  note(level: 'warn' | 'info', message: string, fields: Readonly<Record<string, string | number>>): void;
  roomAt?(folder: string): Promise<DiskRoom | null>;
  memoryRoomBytes(): number;
}

/** The real core's wording: operators search the log for it. */
const ENDS: Partial<Record<Exec, string>> = { finished: 'Finished', failed: 'Failed', killed: 'Killed' };

/** Formats like Go: 10s, 1m30s, 1h0m0s. */
const duration = (seconds: number): string => {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (h > 0) return `${h}h${m}m${s}s`;
  return m > 0 ? `${m}m${s}s` : `${s}s`;
};

export interface Runnable extends ResolvedProcess {
  readonly command: readonly string[];
  readonly launched: readonly string[];
}

interface RunnerParts {
  readonly config: ProcessConfig;
  /** null for an invalid stored process, which never runs. */
  readonly runnable: Runnable | null;
  current(): Runnable | null;
  readonly missingAudio: MissingAudio | null;
  readonly freshOutput: FreshOutput;
  readonly report: ReturnType<typeof createReport>;
  readonly execState: ExecState;
  hasten(): void;
  watchOutput(): readonly string[];
  isVideoLost(): boolean;
  /** Whether the run waits for its first picture without the packet watch. */
  isPictureAwaited(): boolean;
  onNoPicture(): void;
  onChange(change: StreamChange): void;
  onUnwatchable(): void;
}

interface Run {
  readonly progress: ReturnType<typeof createRunProgress>;
  interrupt(): void;
  /** Reason of the core, logged after ffmpeg's last line. */
  lastWords: string | null;
  isUnwatchable: boolean;
  isPictureless: boolean;
  readonly refusals: ReturnType<typeof createUploadRefusals>;
}

export function createRunner(parts: RunnerParts, deps: RunnerDeps) {
  const { config, runnable, missingAudio, freshOutput, report, execState } = parts;
  const { id } = config;
  const space = createRecordingSpace(runnable?.output ?? [], deps.roomAt);
  let run: Run | null = null;
  let usage = NO_USAGE;
  /** Set if the last run ended for lack of memory: the room that was left. */
  let lacked: { readonly roomBytes: number; readonly words: string } | null = null;

  const watchSpace = async (watched: Run) => {
    if (space === null || watched.lastWords !== null) return;
    const refusal = await space.refusalLately(elapsedMs());
    // A slow disk may respond after the run.
    if (refusal === null || run !== watched) return;
    watched.lastWords = refusal;
    deps.note('warn', 'Stopping because the disk is nearly full', { id });
    watched.interrupt();
  };

  const watch = (pid: number, watched: Run) => {
    const { progress, interrupt } = watched;
    const sample = createUsageSampler(pid);
    const watchdog = createWatchdog(config, machine.memoryBytes());
    return setInterval(() => {
      usage = sample();
      void watchSpace(watched);
      const isRunning = execState.exec() === 'running';
      const verdict = isRunning ? watchdog(elapsedMs(), progress.silentMs(elapsedMs()), usage) : null;
      if (verdict === null) return;
      if (verdict === 'stale') {
        const timeout = duration(config.stale_timeout_seconds);
        const silentS = (progress.silentMs(elapsedMs()) / 1000).toFixed(2);
        deps.note('info', `Stale timeout after ${timeout} (${silentS}).`, { id });
      } else {
        const { cpuPercent, memoryBytes } = usage;
        deps.note('warn', 'Stopping because limits are exceeded', { cpu: cpuPercent / 100, id, memory: memoryBytes });
      }
      interrupt();
    }, SAMPLE_EVERY_MS);
  };

  const launch = (prepared: Runnable): { child: Child; started: Run } => {
    report.begin(Date.now());
    execState.transition('launched');
    const progress = createRunProgress(prepared, elapsedMs());
    missingAudio?.begin();
    freshOutput.begin();
    const onLine = (line: string) => {
      if (progress.line(line, elapsedMs())) {
        if (parts.isPictureAwaited() && progress.progress(elapsedMs()).frame > 0) parts.onChange('video-added');
        return report.closePrelude();
      }
      report.line(line, Date.now());
      if (refusesPacketWatch(line)) started.isUnwatchable = true;
      if (lacksPicture(line)) started.isPictureless = true;
      if (missingAudio?.line(line, elapsedMs()) === 'back') started.interrupt();
      else if (runnable !== null && bringsUnusedAudio(line, runnable)) parts.onChange('audio-added');
    };
    const watchOutput = parts.watchOutput();
    const packets = createPacketWatch({ isVideoLost: parts.isVideoLost() });
    const onPacket = (line: string) => {
      const change = run === started ? packets.line(line, elapsedMs()) : null;
      if (change !== null) parts.onChange(change);
    };
    const child =
      watchOutput.length === 0
        ? deps.launch(prepared.launched, onLine)
        : deps.launch([...prepared.launched, ...watchOutput], onLine, onPacket);
    if (child.pid !== null) execState.transition('spawned');
    deps.note('info', 'Started', { id });
    const interrupt = () => {
      deps.note('info', 'Stopping', { id });
      execState.transition('interrupted');
      child.end();
    };
    const started: Run = {
      ...{ progress, interrupt, lastWords: null, isUnwatchable: false, isPictureless: false },
      refusals: createUploadRefusals(),
    };
    return { child, started };
  };

  /** Returns why a run would fail like the last one; null if it would not. */
  const memoryRefusal = (): string | null => {
    if (lacked !== null && deps.memoryRoomBytes() > lacked.roomBytes + ROOM_CHANGES_BYTES) lacked = null;
    return lacked?.words ?? null;
  };

  const refuse = (reason: string, obstacle: 'disk is nearly full' | 'memory storage is full') => {
    report.begin(Date.now());
    execState.transition('launched');
    report.line(reason, Date.now());
    execState.transition('failed');
    deps.note('warn', `Not started because the ${obstacle}`, { id });
  };

  return {
    isRunning: (): boolean => run !== null,
    interrupt: (): void => run?.interrupt(),
    uploadRefused(path: string): void {
      if (run === null) return;
      const { isFirst, isLasting } = run.refusals.add(path, elapsedMs());
      if (isFirst) report.line(uploadMessage(path), Date.now());
      if (!isLasting || run.lastWords !== null) return;
      run.lastWords = uploadMessage(path);
      lacked = { roomBytes: deps.memoryRoomBytes(), words: run.lastWords };
      deps.note('warn', 'Stopping because the memory storage is full', { id });
      run.interrupt();
    },
    usage: (): ResourceUsage => usage,
    progress: (nowMs: number) => run?.progress.progress(nowMs) ?? NO_PROGRESS,

    async runOnce(signal: AbortSignal): Promise<void> {
      const runnable = parts.current();
      if (runnable === null) return;
      const refusal = space === null ? null : await space.refusal();
      if (signal.aborted) return;
      if (refusal !== null) return refuse(refusal, 'disk is nearly full');
      const full = memoryRefusal();
      if (full !== null) return refuse(full, 'memory storage is full');
      const { child, started } = launch(runnable);
      run = started;
      signal.addEventListener('abort', started.interrupt);
      const watching = child.pid === null ? null : watch(child.pid, started);

      const end = await child.ended;
      freshOutput.end();

      if (watching !== null) clearInterval(watching);
      const lastWords = started.lastWords ?? started.refusals.lastWords(elapsedMs());
      if (lastWords !== null) report.line(lastWords, Date.now());
      signal.removeEventListener('abort', started.interrupt);
      run = null;
      usage = NO_USAGE;
      execState.transition(end);
      if (started.isUnwatchable && end === 'failed') {
        parts.onUnwatchable();
        parts.hasten();
      }
      if (started.isPictureless && end === 'failed') {
        parts.onNoPicture();
        parts.hasten();
      }
      if (!signal.aborted && missingAudio?.ended(elapsedMs())) {
        deps.note(
          'info',
          missingAudio.isSilent() ? 'Audio is missing: silence takes its place' : 'Audio is there again',
          {
            id,
          },
        );
        parts.hasten();
      }
      deps.note('info', ENDS[execState.exec()] ?? 'Stopped', { id });
    },
  };
}
