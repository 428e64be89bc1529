import type { ProcessState } from '../../api/answers/process.ts';
import type { StreamChange } from '../../api/arrivingStream.ts';
import { channelOfHold } from '../../api/processIds.ts';
import { streamChangeOf } from '../coreInfo/arrivingStreams.ts';
import { maskOfRun } from '../masking/maskProcessSecrets.ts';

type Always = {
  order: 'start' | 'stop';
  /** Since the process entered its state of execution; 0 when that is not known. */
  seconds: number;
  /** What its source has changed last (unix seconds); absent: nothing, or the core does not say. */
  changed?: { what: StreamChange; at: number };
  /** The channel whose hold it reads; absent: it reads something else. */
  hold?: string;
};

/** ffmpeg's own totals of a run; what they grow by says how it is now. */
export interface Counts {
  frames: number;
  /** 0 where it is not told, as of HLS. */
  sizeKb: number;
  /** Of video and audio, not of the clock. */
  seconds: number;
  /** Frames that are repeated to keep the frame rate, less those left out for it; absent where there are none. */
  repeated?: number;
}

interface RunningFigures {
  /** Absent where the core tells no figures, or has none yet. */
  counts?: Counts;
  /** The video is encoded, not passed through. */
  encodes?: boolean;
  /** Of what encodes: percent of the machine that it uses; absent where the core does not measure it. */
  cpu?: number;
  /** What it takes for audio is generated: `filled` where the core does so because the source has none. */
  silence?: 'chosen' | 'filled';
  /** It uploads one file after the other: ffmpeg does not say when the other side refuses them. */
  uploads?: boolean;
}

/** What an operator is told of a process. `retryIn`: seconds until the next try, null when none is due. */
export type Progress =
  | ({ status: 'disconnected'; retryIn: number | null } & Always)
  | ({ status: 'connecting' } & RunningFigures & Always)
  | ({
      status: 'connected';
      /** null where the core does not say; the same of fps and speed. */
      uptimeSeconds: number | null;
      fps: number | null;
      /** null when ffmpeg does not say: with HLS output it prints N/A. */
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
  /** The core says it in words that are not known here, or not at all. */
  | ({ status: 'unknown' } & Always);

/**
 * In one word: what is wanted and has ended fails, whatever ffmpeg made of it ("finished" is good news of nothing live);
 * what is not wanted is stopping while it still runs, and stopped however it has ended.
 */
export function stateOf({ status, order }: Pick<Progress, 'status' | 'order'>): Progress['status'] {
  if (order === 'start') return status === 'disconnected' ? 'error' : status;
  if (status === 'error') return 'disconnected';
  return status === 'connected' || status === 'connecting' ? 'disconnecting' : status;
}

/** ffmpeg counts as live only after this long with frames flowing: before that, most failures have not shown yet. */
export const SETTLED_AFTER_S = 10;

/** This long without anything is no start any more (the figures of the core are zero in the first seconds). */
const PATIENCE_S = 20;
export const isStartOver = ({ seconds }: Pick<Progress, 'seconds'>): boolean => seconds > PATIENCE_S;

const ENDED = ['finished', 'failed', 'killed'];

/** An order that is not known is what most likely stands: what runs can be stopped then, what has ended be started. */
const orderOf = ({ order, exec }: ProcessState) =>
  order === 'unknown' ? (ENDED.includes(exec) ? 'stop' : 'start') : order;

function readHoldOf({ command }: ProcessState): { hold?: string } {
  const hold = command.flatMap((word, i) => (command[i - 1] === '-i' ? (channelOfHold(word) ?? []) : [])).at(0);
  return hold === undefined ? {} : { hold };
}

/** @param state as it stands beside the id of a process that exists; null: it has none. undefined: nobody told it. */
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
      // A line of ffmpeg names whole addresses, with the password in them.
      return { status: 'error', ...always, message: maskOfRun(state.command)(state.last_logline), retryIn };
    case 'unknown':
      return { status: 'unknown', ...always };
  }
}

const NO_FIGURES = { fps: 0, bitrate_kbit: 0, speed: 0, q: -1, frame: 0, drop: 0, dup: 0 };

/** Whether the option before it names an encoder of video, and which. */
const VIDEO_CODER = /^-(?:c|codec):v(?::\d+)?$|^-vcodec$/;

const encodes = (command: readonly string[]) =>
  command.some((word, i) => word !== 'copy' && VIDEO_CODER.test(command[i - 1] ?? ''));

/** The input that the embedded core adds for audio that is missing. */
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

/** A picture now and then: ffmpeg's frame rate rounds it to none, and whether it goes on is not to be seen at once. */
const sendsStills = (command: readonly string[]) => command[command.lastIndexOf('-f') + 1] === 'image2';

/** What ffmpeg wrote of a run, where it counts no frames: "size=N/A time=00:00:02.04 bitrate=N/A speed=1.33x". */
const UNCOUNTED = /^(?:\[info\] )?size=\s*(\S+) time=(\d+):(\d\d):([\d.]+) bitrate=\s*(\S+) (?:.* )?speed=\s*([\d.]+)x/;

/** ffmpeg 6.1 counts no frames of copied video, so cores that read lines beginning with frame= have no figures. */
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

/** It has begun a piece of what it writes or reads, not only looked for a playlist. */
const PIECE = /Opening '[^']*(?<!\.m3u8|\.m3u8\.tmp|\.mpd)' for (?:reading|writing)/;

/** ffmpeg 7.0 lists outputs after the stream mapping, where cores miss them: only opened segments show progress. */
const goesByPieces = ({ progress, command, last_logline }: ProcessState): boolean =>
  progress != null && !hasFigures(progress) && !encodes(command) && PIECE.test(last_logline);

function countsOf(progress: ProcessState['progress']): { counts?: Counts } {
  const { frame = 0, size_kb = 0, time = 0, dup = 0, drop = 0 } = progress ?? {};
  if (frame <= 0 && size_kb <= 0 && time <= 0) return {};
  const repeated = dup === drop ? {} : { repeated: dup - drop };
  return { counts: { frames: frame, sizeKb: size_kb, seconds: time, ...repeated } };
}

/** Frames come; where no frame rate is told, any other figure is above zero. */
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
  // Cores read figures from lines that begin with frame=, and of sound alone ffmpeg prints none: then time has to do.
  const soundOnly = command.includes('-vn');
  // So it has to where the core does not tell a frame rate. One without any figures has not begun.
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

/** Specification 9. `isCatchingUp`: what it is late by may come fast. */
export function speedTone(speed: number, isCatchingUp: boolean): Tone {
  const isFast = (limit: number) => !isCatchingUp && speed > limit;
  if (speed < 0.8 || isFast(1.2)) return 'danger';
  return speed < 0.9 || isFast(1.1) ? 'warning' : 'normal';
}

/** Specification 9: as the speed, and below ten frames a second whatever that is. */
export const frameRateTone = (fps: number, ofSpeed: Tone): Tone => (fps < 10 ? 'danger' : ofSpeed);
