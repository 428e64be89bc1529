import * as z from 'zod/mini';
import { figure, flag, list, text } from './fields.ts';

export const ORDERS = ['start', 'stop'] as const;
export const EXECS = ['starting', 'running', 'finishing', 'finished', 'failed', 'killed'] as const;
export const COMMANDS = ['start', 'stop', 'restart', 'reload'] as const;

const Cleanup = z.object({
  pattern: text(),
  max_files: figure(),
  max_file_age_seconds: figure(),
  purge_on_delete: flag(),
});

const Input = z.object({ id: text(), address: z.string(), options: list(z.string()) });
const Output = z.extend(Input, { cleanup: z.nullish(z.array(Cleanup)) });

/** What a process is asked to be. Omitted fields keep their old value on an update, so send all of them. */
export const ProcessConfig = z.object({
  id: z.string(),
  type: text('ffmpeg'),
  reference: text(),
  input: list(Input),
  output: list(Output),
  options: list(z.string()),
  reconnect: flag(),
  reconnect_delay_seconds: figure(),
  autostart: flag(),
  stale_timeout_seconds: figure(),
  // Cores before 16.9 do not know limits and ignore them; 0 switches one off.
  limits: z.optional(z.object({ cpu_usage: figure(), memory_mbytes: figure(), waitfor_seconds: figure() })),
});
export type ProcessConfig = z.infer<typeof ProcessConfig>;
export type ProcessInput = z.infer<typeof Input>;
export type CleanupRule = z.infer<typeof Cleanup>;

/** One elementary stream of a running process, as ffmpeg announced it. */
const ProgressStream = z.object({
  id: text(),
  address: text(),
  index: figure(),
  stream: figure(),
  format: text(),
  type: text(),
  codec: text(),
  pix_fmt: text(),
  width: figure(),
  height: figure(),
  sampling_hz: figure(),
  layout: text(),
});

const Progress = z.object({
  inputs: list(ProgressStream),
  outputs: list(ProgressStream),
  frame: figure(),
  packet: figure(),
  fps: figure(),
  q: figure(-1),
  size_kb: figure(),
  time: figure(),
  bitrate_kbit: figure(),
  speed: figure(),
  drop: figure(),
  dup: figure(),
});

// A process that the core could not set up again (the process it refers to was deleted) has neither word.
const unset = <T extends string>(meaning: T) =>
  z.pipe(
    z.literal(''),
    z.transform(() => meaning),
  );

export const ProcessState = z.object({
  order: z.union([z.enum(ORDERS), unset('stop')]),
  exec: z.union([z.enum(EXECS), unset('failed')]),
  /** Seconds since the last change of exec, in every state. */
  runtime_seconds: figure(),
  /** Seconds until the next try, -1 when none is due. */
  reconnect_seconds: figure(-1),
  /** The newest line of the log; an error only once the process has ended. */
  last_logline: text(),
  progress: z.nullish(Progress),
  memory_bytes: figure(),
  cpu_usage: figure(),
  command: list(z.string()),
});
export type ProcessState = z.infer<typeof ProcessState>;

/** Log entries are pairs: unix seconds as text, the line. */
const Log = list(z.union([z.tuple([z.string(), z.string()]), z.array(z.string())]));
const Run = z.object({ created_at: figure(), prelude: list(z.string()), log: Log });
export const ProcessReport = z.extend(Run, { history: list(Run) });
export type ProcessReport = z.infer<typeof ProcessReport>;

/** Parts that were not asked for are absent; metadata is null when there is none. */
export const Process = z.object({
  id: z.string(),
  type: text('ffmpeg'),
  reference: text(),
  created_at: figure(),
  updated_at: figure(),
  config: z.nullish(ProcessConfig),
  state: z.nullish(ProcessState),
  report: z.nullish(ProcessReport),
  metadata: z.nullish(z.record(z.string(), z.unknown())),
});
export type Process = z.infer<typeof Process>;

const ProbeStream = z.object({
  url: text(),
  format: text(),
  /** Position in the inputs of the probed process. */
  index: figure(),
  /** Stream number inside of that input. */
  stream: figure(),
  language: text('und'),
  type: text(),
  codec: text(),
  coder: text(),
  bitrate_kbps: figure(),
  duration_sec: figure(),
  fps: figure(),
  pix_fmt: text(),
  width: figure(),
  height: figure(),
  sampling_hz: figure(),
  layout: text(),
  channels: figure(),
});

/** A probe answers 200 in every case: no streams and a log means that it failed. */
export const ProbeResult = z.object({ streams: list(ProbeStream), log: list(z.string()) });
export type ProbeResult = z.infer<typeof ProbeResult>;
