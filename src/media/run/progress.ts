import type { ProcessState } from '../../api/answers/process.ts';
import type { StreamChange } from '../../api/arrivingStream.ts';
import { channelOfHold } from '../../api/processIds.ts';
import { streamChangeOf } from '../coreInfo/arrivingStreams.ts';
import { maskOfRun } from '../masking/maskProcessSecrets.ts';

type Always = {
  order: 'start' | 'stop';
  /** Since the last change of state; 0 if unknown. */
  seconds: number;
  /** Unix seconds. */
  changed?: { what: StreamChange; at: number };
  hold?: string;
};

export interface Counts {
  frames: number;
  /** 0 if unknown, as with HLS output. */
  sizeKb: number;
  /** Duration of the media, not of the run. */
  seconds: number;
  /** Frames duplicated to keep the frame rate, minus those dropped for it. */
  repeated?: number;
}

interface RunningFigures {
  counts?: Counts;
  encodes?: boolean;
  /** Percent of the machine; absent if the core does not measure it. */
  cpu?: number;
  /** Whether its audio is generated: `filled` by the core because the source has none. */
  silence?: 'chosen' | 'filled';
  /** Whether it uploads single files: ffmpeg does not report it if the server rejects them. */
  uploads?: boolean;
}

/** `retryIn`: seconds until the next retry, null if none is due. */
export type Progress =
  | ({ status: 'disconnected'; retryIn: number | null } & Always)
  | ({ status: 'connecting' } & RunningFigures & Always)
  | ({
      status: 'connected';
      /** Null if unknown, like fps and speed. */
      uptimeSeconds: number | null;
      fps: number | null;
      /** Null with HLS output, where ffmpeg prints N/A. */
      bitrateKbit: number | null;
      speed: number | null;
      q: number;
      frames: number;
      drop: number;
      dup: number;
    } & RunningFigures &
      Always)
  | ({ status: 'disconnecting' } & Always)
  | ({ status: 'error'; message: string; retryIn: number | null } & Always)
  /** The core reports no state, or one that is unknown here. */
  | ({ status: 'unknown' } & Always);

/** A process that should run and has ended counts as failed, even if ffmpeg "finished". */
export function stateOf({ status, order }: Pick<Progress, 'status' | 'order'>): Progress['status'] {
  if (order === 'start') return status === 'disconnected' ? 'error' : status;
  if (status === 'error') return 'disconnected';
  return status === 'connected' || status === 'connecting' ? 'disconnecting' : status;
}

/** Seconds; most failures show within this time. */
export const SETTLED_AFTER_S = 10;

/** The figures of the core are zero in the first seconds. */
const PATIENCE_S = 20;
export const isStartOver = ({ seconds }: Pick<Progress, 'seconds'>): boolean => seconds > PATIENCE_S;

const ENDED = ['finished', 'failed', 'killed'];

/** Assumes the order that leaves the operator a useful command. */
const orderOf = ({ order, exec }: ProcessState) =>
  order === 'unknown' ? (ENDED.includes(exec) ? 'stop' : 'start') : order;

function readHoldOf({ command }: ProcessState): { hold?: string } {
  const hold = command.flatMap((word, i) => (command[i - 1] === '-i' ? (channelOfHold(word) ?? []) : [])).at(0);
  return hold === undefined ? {} : { hold };
}

/** @param state null if the process has none, undefined if the response has no entry */
export function progressOf(state: ProcessState | null | undefined): Progress {
  if (state === undefined) return { status: 'unknown', order: 'start', seconds: 0 };
  if (state === null) return { status: 'disconnected', order: 'stop', seconds: 0, retryIn: null };
  const { runtime_seconds, stream_change } = state;
  const change = streamChangeOf(stream_change);
  const changed = change === null ? {} : { changed: change };
  const always = { order: orderOf(state), seconds: runtime_seconds ?? 0, ...changed, ...readHoldOf(state) };
  const retryIn = state.reconnect_seconds < 0 ? null : state.reconnect_seconds;
  switch (state.exec) {
    case 'starting':
      return { status: 'connecting', ...always };
    case 'running':
      return running(state, always);
    case 'finishing':
      return { status: 'disconnecting', ...always };
    case 'finished':
      return { status: 'disconnected', ...always, retryIn };
    case 'failed':
    case 'killed':
      // Log lines contain whole addresses, with passwords.
      return { status: 'error', ...always, message: maskOfRun(state.command)(state.last_logline), retryIn };
    case 'unknown':
      return { status: 'unknown', ...always };
  }
}

const NO_FIGURES = { fps: 0, bitrate_kbit: 0, speed: 0, q: -1, frame: 0, drop: 0, dup: 0 };

const VIDEO_CODER = /^-(?:c|codec):v(?::\d+)?$|^-vcodec$/;

const encodes = (command: readonly string[]) =>
  command.some((word, i) => word !== 'copy' && VIDEO_CODER.test(command[i - 1] ?? ''));

const FILLED_INPUT = 'silence';

function silenceOf({ command, progress }: ProcessState): { silence?: 'chosen' | 'filled' } {
  if (progress?.inputs.some(({ id }) => id === FILLED_INPUT)) return { silence: 'filled' };
  const isChosen = command.some((word, i) => word.startsWith('anullsrc') && command[i - 1] === '-i');
  return isChosen ? { silence: 'chosen' } : {};
}

const FILES: ReadonlySet<string | undefined> = new Set(['hls', 'dash', 'image2']);

const uploads = (command: readonly string[]) =>
  command.some(
    (word, i) =>
      /^https?:/i.test(word) && command[i - 1] !== '-i' && FILES.has(command[command.lastIndexOf('-f', i) + 1]),
  );

/** Single images have a frame rate of about 0, so a stall shows late. */
const sendsStills = (command: readonly string[]) => command[command.lastIndexOf('-f') + 1] === 'image2';

/** A progress line without frames: "size=N/A time=00:00:02.04 bitrate=N/A speed=1.33x". */
const UNCOUNTED = /^(?:\[info\] )?size=\s*(\S+) time=(\d+):(\d\d):([\d.]+) bitrate=\s*(\S+) (?:.* )?speed=\s*([\d.]+)x/;

function uncounted({ progress, command, last_logline }: ProcessState): ProcessState['progress'] {
  if (progress == null || progress.frame > 0 || progress.fps === null || encodes(command)) return progress;
  if (progress.time > 0 || progress.size_kb > 0) return { ...progress, fps: null };
  const [, size = '', h, m, s, rate = '', speed] = UNCOUNTED.exec(last_logline) ?? [];
  const time = Number(h) * 3600 + Number(m) * 60 + Number(s);
  if (!(time > 0)) return progress;
  const figure = (text: string) => Number.parseFloat(text) || 0;
  return {
    ...progress,
    ...{ time, size_kb: figure(size), bitrate_kbit: figure(rate), speed: Number(speed), fps: null },
  };
}

/** A segment has been opened, not only a playlist. */
const PIECE = /Opening '[^']*(?<!\.m3u8|\.m3u8\.tmp|\.mpd)' for (?:reading|writing)/;

const goesByPieces = ({ progress, command, last_logline }: ProcessState): boolean =>
  progress != null && !hasFigures(progress) && !encodes(command) && PIECE.test(last_logline);

function countsOf(progress: ProcessState['progress']): { counts?: Counts } {
  const { frame = 0, size_kb = 0, time = 0, dup = 0, drop = 0 } = progress ?? {};
  if (frame <= 0 && size_kb <= 0 && time <= 0) return {};
  const repeated = dup === drop ? {} : { repeated: dup - drop };
  return { counts: { frames: frame, sizeKb: size_kb, seconds: time, ...repeated } };
}

const hasFigures = ({ fps, frame, size_kb, time, bitrate_kbit, speed }: NonNullable<ProcessState['progress']>) =>
  fps === null ? [frame, size_kb, time, bitrate_kbit, speed].some((figure) => (figure ?? 0) > 0) : fps > 0;

function running(state: ProcessState, order: Always): Progress {
  const { runtime_seconds, command } = state;
  const stills = sendsStills(command);
  const progress = stills ? state.progress : uncounted(state);
  const always = {
    ...order,
    ...(stills ? {} : countsOf(progress)),
    ...(encodes(command) ? { encodes: true, ...(state.memory_bytes > 0 ? { cpu: state.cpu_usage } : {}) } : {}),
    ...silenceOf(state),
    ...(uploads(command) ? { uploads: true } : {}),
  };
  // Cores read frame= lines, which ffmpeg does not print for audio alone, so the time has to do.
  const soundOnly = command.includes('-vn');
  const frames = stills ? (progress?.frame ?? 0) > 0 : progress != null && hasFigures(progress);
  const pieces = !stills && !frames && goesByPieces(state);
  const flows = soundOnly || frames || pieces;
  if ((runtime_seconds ?? SETTLED_AFTER_S) < SETTLED_AFTER_S || !flows) return { status: 'connecting', ...always };
  const { fps, bitrate_kbit, speed, q, frame, drop, dup } = progress ?? NO_FIGURES;
  const bitrateKbit = bitrate_kbit > 0 ? bitrate_kbit : null;
  return {
    status: 'connected',
    ...always,
    uptimeSeconds: runtime_seconds,
    fps: stills || pieces ? null : fps,
    bitrateKbit,
    speed: stills || pieces ? null : speed,
    q,
    frames: frame,
    drop,
    dup,
  };
}

export type Tone = 'normal' | 'warning' | 'danger';

/** Limits from specification 9. `isCatchingUp`: a high speed is fine. */
export function speedTone(speed: number, isCatchingUp: boolean): Tone {
  const isFast = (limit: number) => !isCatchingUp && speed > limit;
  if (speed < 0.8 || isFast(1.2)) return 'danger';
  return speed < 0.9 || isFast(1.1) ? 'warning' : 'normal';
}

export const frameRateTone = (fps: number, ofSpeed: Tone): Tone => (fps < 10 ? 'danger' : ofSpeed);
