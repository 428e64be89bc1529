import * as z from 'zod';
import { list } from './list.ts';

export const ORDERS = ['start', 'stop'] as const;
export const EXECS = ['starting', 'running', 'finishing', 'finished', 'failed', 'killed'] as const;
export const COMMANDS = ['start', 'stop', 'restart', 'reload'] as const;

const Cleanup = z.object({
  pattern: z.string().default(''),
  max_files: z.number().default(0),
  max_file_age_seconds: z.number().default(0),
  purge_on_delete: z.boolean().default(false),
});

const Input = z.object({ id: z.string().default(''), address: z.string(), options: list(z.string()) });
const Output = Input.extend({ cleanup: z.array(Cleanup).nullish() });

/** What a process is asked to be. Omitted fields keep their old value on an update, so send all of them. */
export const ProcessConfig = z.object({
  id: z.string(),
  type: z.string().default('ffmpeg'),
  reference: z.string().default(''),
  input: list(Input),
  output: list(Output),
  options: list(z.string()),
  reconnect: z.boolean().default(false),
  reconnect_delay_seconds: z.number().default(0),
  autostart: z.boolean().default(false),
  stale_timeout_seconds: z.number().default(0),
  // Cores before 16.9 do not know limits and ignore them; 0 switches one off.
  limits: z
    .object({
      cpu_usage: z.number().default(0),
      memory_mbytes: z.number().default(0),
      waitfor_seconds: z.number().default(0),
    })
    .optional(),
});
export type ProcessConfig = z.infer<typeof ProcessConfig>;
export type ProcessInput = z.infer<typeof Input>;
export type CleanupRule = z.infer<typeof Cleanup>;

/** One elementary stream of a running process, as ffmpeg announced it. */
const ProgressStream = z.object({
  id: z.string().default(''),
  address: z.string().default(''),
  index: z.number().default(0),
  stream: z.number().default(0),
  format: z.string().default(''),
  type: z.string().default(''),
  codec: z.string().default(''),
  pix_fmt: z.string().default(''),
  width: z.number().default(0),
  height: z.number().default(0),
  sampling_hz: z.number().default(0),
  layout: z.string().default(''),
});

const Progress = z.object({
  inputs: list(ProgressStream),
  outputs: list(ProgressStream),
  frame: z.number().default(0),
  packet: z.number().default(0),
  fps: z.number().default(0),
  q: z.number().default(-1),
  size_kb: z.number().default(0),
  time: z.number().default(0),
  bitrate_kbit: z.number().default(0),
  speed: z.number().default(0),
  drop: z.number().default(0),
  dup: z.number().default(0),
});

// A process that the core could not set up again (the process it refers to was deleted) has neither word.
const unset = <T extends string>(meaning: T) => z.literal('').transform(() => meaning);

export const ProcessState = z.object({
  order: z.enum(ORDERS).or(unset('stop')),
  exec: z.enum(EXECS).or(unset('failed')),
  /** Seconds since the last change of exec, in every state. */
  runtime_seconds: z.number().default(0),
  /** Seconds until the next try, -1 when none is due. */
  reconnect_seconds: z.number().default(-1),
  /** The newest line of the log; an error only once the process has ended. */
  last_logline: z.string().default(''),
  progress: Progress.nullish(),
  memory_bytes: z.number().default(0),
  cpu_usage: z.number().default(0),
  command: list(z.string()),
});
export type ProcessState = z.infer<typeof ProcessState>;

/** Log entries are pairs: unix seconds as text, the line. */
const Log = list(z.tuple([z.string(), z.string()]).or(z.array(z.string())));
const Run = z.object({ created_at: z.number().default(0), prelude: list(z.string()), log: Log });
export const ProcessReport = Run.extend({ history: list(Run) });
export type ProcessReport = z.infer<typeof ProcessReport>;

/** Parts that were not asked for are absent; metadata is null when there is none. */
export const Process = z.object({
  id: z.string(),
  type: z.string().default('ffmpeg'),
  reference: z.string().default(''),
  created_at: z.number().default(0),
  updated_at: z.number().default(0),
  config: ProcessConfig.nullish(),
  state: ProcessState.nullish(),
  report: ProcessReport.nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
});
export type Process = z.infer<typeof Process>;

const ProbeStream = z.object({
  url: z.string().default(''),
  format: z.string().default(''),
  /** Position in the inputs of the probed process. */
  index: z.number().default(0),
  /** Stream number inside of that input. */
  stream: z.number().default(0),
  language: z.string().default('und'),
  type: z.string().default(''),
  codec: z.string().default(''),
  coder: z.string().default(''),
  bitrate_kbps: z.number().default(0),
  duration_sec: z.number().default(0),
  fps: z.number().default(0),
  pix_fmt: z.string().default(''),
  width: z.number().default(0),
  height: z.number().default(0),
  sampling_hz: z.number().default(0),
  layout: z.string().default(''),
  channels: z.number().default(0),
});

/** A probe answers 200 in every case: no streams and a log means that it failed. */
export const ProbeResult = z.object({ streams: list(ProbeStream), log: list(z.string()) });
export type ProbeResult = z.infer<typeof ProbeResult>;
