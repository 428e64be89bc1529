import * as z from 'zod/mini';
import { amount, fieldOrUnread, figure, group, list, maybe, oneOf, text, words } from './fieldSchemas.ts';

export const ORDERS = ['start', 'stop'] as const;
export const EXECS = ['starting', 'running', 'finishing', 'finished', 'failed', 'killed'] as const;
export const COMMANDS = ['start', 'stop', 'restart', 'reload'] as const;

// Stored configs are all or nothing, because they are compared and written back.
const stored = {
  text: (absent = '') => z._default(z.string(), absent),
  figure: () => z._default(z.number(), 0),
  flag: () => z._default(z.boolean(), false),
  list: <T extends z.ZodMiniType>(item: T) =>
    z.pipe(
      z.nullish(z.array(item)),
      z.transform((items) => items ?? []),
    ),
};

const Cleanup = z.object({
  pattern: stored.text(),
  max_files: stored.figure(),
  max_file_age_seconds: stored.figure(),
  purge_on_delete: stored.flag(),
});

export const ProcessInput = z.object({ id: stored.text(), address: z.string(), options: stored.list(z.string()) });
export const ProcessOutput = z.extend(ProcessInput, { cleanup: z.nullish(z.array(Cleanup)) });

/** Omitted fields keep their value on an update, so send all of them. */
export const ProcessConfig = z.object({
  id: z.string(),
  type: stored.text('ffmpeg'),
  reference: stored.text(),
  input: stored.list(ProcessInput),
  output: stored.list(ProcessOutput),
  options: stored.list(z.string()),
  reconnect: stored.flag(),
  reconnect_delay_seconds: stored.figure(),
  autostart: stored.flag(),
  stale_timeout_seconds: stored.figure(),
  // Cores before 16.9 ignore limits; 0 disables one.
  limits: z.optional(
    z.object({ cpu_usage: stored.figure(), memory_mbytes: stored.figure(), waitfor_seconds: stored.figure() }),
  ),
});
export type ProcessConfig = z.infer<typeof ProcessConfig>;
export type ProcessInput = z.infer<typeof ProcessInput>;
export type CleanupRule = z.infer<typeof Cleanup>;

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

const Progress = group({
  inputs: list(ProgressStream),
  outputs: list(ProgressStream),
  frame: figure(),
  packet: figure(),
  fps: maybe(),
  q: figure(-1),
  size_kb: figure(),
  time: figure(),
  bitrate_kbit: figure(),
  speed: maybe(),
  drop: figure(),
  dup: figure(),
});

/** `order` and `exec` are empty if the core could not restore the process without its reference. */
export const ProcessState = z.object({
  order: oneOf(ORDERS, 'stop'),
  exec: oneOf(EXECS, 'failed'),
  runtime_seconds: maybe(),
  /** Seconds until the next try, or -1. */
  reconnect_seconds: figure(-1),
  /** The last log line; an error only if the process has ended. */
  last_logline: text(),
  progress: z.nullish(Progress),
  memory_bytes: figure(),
  cpu_usage: figure(),
  stream_change: z.optional(z.unknown()),
  command: list(words),
});
export type ProcessState = z.infer<typeof ProcessState>;

/** Log entries are pairs of unix seconds (a string) and the line. */
const Run = z.object({ created_at: figure(), prelude: list(words), log: list(z.array(words)) });
/** Newer cores add the end of a run (unix seconds) and its result. */
const EarlierRun = z.extend(Run, { exited_at: z.optional(maybe()), exit_state: z.optional(text()) });
export const ProcessReport = z.extend(Run, { history: list(EarlierRun) });
export type ProcessReport = z.infer<typeof ProcessReport>;

const fields = {
  id: text(),
  type: text('ffmpeg'),
  reference: text(),
  created_at: figure(),
  updated_at: figure(),
  config: z.optional(fieldOrUnread(z.nullish(ProcessConfig))),
  state: z.nullish(group(ProcessState.shape)),
  report: z.catch(z.nullish(ProcessReport), null),
  metadata: z.optional(fieldOrUnread(z.nullish(z.record(z.string(), z.unknown())))),
};
/** Parts that were not requested are absent; metadata is null if there is none. */
export const Process = z.object(fields);
export type Process = z.infer<typeof Process>;

/** An unreadable process stays in the list, with an empty id. */
export const Processes = z.array(group(fields));

const ProbeStream = z.object({
  url: text(),
  format: text(),
  /** An unreadable value drops the whole stream, because a guessed input would mislead. */
  index: z._default(amount, 0),
  /** Stream number within that input. */
  stream: z._default(amount, 0),
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

/** Probes always respond with 200: no streams but a log mean a failure. */
export const ProbeResult = z.object({ streams: list(ProbeStream), log: list(words) });
export type ProbeResult = z.infer<typeof ProbeResult>;
