import * as z from 'zod/mini';
import { amount, fieldOrUnread, figure, group, list, maybe, oneOf, text, words } from './fieldSchemas.ts';

export const ORDERS = ['start', 'stop'] as const;
export const EXECS = ['starting', 'running', 'finishing', 'finished', 'failed', 'killed'] as const;
export const COMMANDS = ['start', 'stop', 'restart', 'reload'] as const;

// What is stored is read as a whole or not at all, because it is compared and written back.
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

/** What a process is asked to be. Omitted fields keep their old value on an update, so send all of them. */
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
  // Cores before 16.9 do not know limits and ignore them; 0 switches one off.
  limits: z.optional(
    z.object({ cpu_usage: stored.figure(), memory_mbytes: stored.figure(), waitfor_seconds: stored.figure() }),
  ),
});
export type ProcessConfig = z.infer<typeof ProcessConfig>;
export type ProcessInput = z.infer<typeof ProcessInput>;
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

/** A process that the core could not set up again (the process it refers to was deleted) has neither word. */
export const ProcessState = z.object({
  order: oneOf(ORDERS, 'stop'),
  exec: oneOf(EXECS, 'failed'),
  /** Seconds since the last change of exec, in every state. */
  runtime_seconds: maybe(),
  /** Seconds until the next try, -1 when none is due. */
  reconnect_seconds: figure(-1),
  /** The newest line of the log; an error only once the process has ended. */
  last_logline: text(),
  progress: z.nullish(Progress),
  memory_bytes: figure(),
  cpu_usage: figure(),
  /** Of the embedded core; read by `streamChangeOf`. */
  stream_change: z.optional(z.unknown()),
  command: list(words),
});
export type ProcessState = z.infer<typeof ProcessState>;

/** Log entries are pairs: unix seconds as text, the line. */
const Run = z.object({ created_at: figure(), prelude: list(words), log: list(z.array(words)) });
/** Newer cores tell when a run ended (unix seconds), and how. */
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
/** Parts that were not asked for are absent; metadata is null when there is none. */
export const Process = z.object(fields);
export type Process = z.infer<typeof Process>;

/** One that cannot be read at all keeps its place, without an id. */
export const Processes = z.array(group(fields));

const ProbeStream = z.object({
  url: text(),
  format: text(),
  /** Position in the inputs of the probed process. Not to be guessed, so it takes its stream with it. */
  index: z._default(amount, 0),
  /** Stream number inside of that input. */
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

/** A probe answers 200 in every case: no streams and a log means that it failed. */
export const ProbeResult = z.object({ streams: list(ProbeStream), log: list(words) });
export type ProbeResult = z.infer<typeof ProbeResult>;
