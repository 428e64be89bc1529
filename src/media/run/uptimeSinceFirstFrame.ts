import type { Progress } from './progress.ts';
import { ratesOf, stalledFor, type Throughput } from './throughput.ts';

type ConnectedProgress = Extract<Progress, { status: 'connected' }>;

/** Times in ms. */
interface Run {
  startedAt: number;
  seenAt: number;
  /** Time until the first frames; null while it waits. */
  waited: number | null;
  /** Of a publication: start of the time in which it and its source are live. */
  liveSince?: number | null;
  line: { told: ConnectedProgress; at: number } | null;
}

/** Keyed by process id; '' is the ingest. */
export type Runs = Readonly<Record<string, Run>>;

interface ProgressAnswer {
  seenAt: number;
  progress: Progress | null;
  egresses: Readonly<Record<string, Progress>>;
}

/** Cores report whole seconds. */
const SAME_MS = 3000;

const isSame = (run: Run, { seconds }: Progress, at: number) => Math.abs(at - seconds * 1000 - run.startedAt) < SAME_MS;

const LINE_HOLDS_MS = 10_000;

/** The last line may hold no figures, for example when a segment opens: recent figures stay valid. */
function withLine(before: Run | undefined, progress: Progress, at: number): Progress {
  if (progress.status !== 'connecting' || progress.counts || !before?.line || !isSame(before, progress, at))
    return progress;
  const { told, at: toldAt } = before.line;
  const { order, seconds } = progress;
  return at - toldAt > LINE_HOLDS_MS ? progress : { ...told, order, seconds, uptimeSeconds: seconds };
}

const lineOf = (progress: Progress, at: number): Run['line'] =>
  progress.status === 'connected' && progress.fps === null ? { told: progress, at } : null;

/** A page that opens after the first frames only knows the start of the process. */
function runAfter(before: Run | undefined, progress: Progress, at: number): Run | null {
  if (progress.status !== 'connecting' && progress.status !== 'connected') return null;
  const startedAt = at - progress.seconds * 1000;
  const previous = before && isSame(before, progress, at) ? before : null;
  const line = lineOf(progress, at) ?? previous?.line ?? null;
  if (previous && previous.waited !== null) return { ...previous, seenAt: at, line };
  if (!progress.counts && progress.status === 'connecting') return { startedAt, seenAt: at, waited: null, line };
  if (!previous || !progress.counts) return { startedAt, seenAt: at, waited: 0, line };
  const flowingAt = Math.max(previous.seenAt, at - progress.counts.seconds * 1000);
  return { ...previous, seenAt: at, waited: Math.max(0, flowingAt - previous.startedAt), line };
}

function lived(progress: Progress, run: Run | null, flow: Throughput | null, most: number | null): Progress {
  if (progress.status !== 'connected') return progress;
  // ffmpeg reports the mean of the whole run.
  const bitrateKbit = ratesOf(flow)?.kbit ?? progress.bitrateKbit;
  if (progress.uptimeSeconds === null) return { ...progress, bitrateKbit };
  const own = Math.max(0, progress.uptimeSeconds - Math.floor((run?.waited ?? 0) / 1000));
  return { ...progress, bitrateKbit, uptimeSeconds: most === null ? own : Math.min(own, most) };
}

type Flows = Readonly<Record<string, Throughput | null>>;

/** Seconds. A longer pause ends the uptime. */
const MOST_PAUSE_S = 60;

interface Beside {
  source: Run | null;
  isSourceLive: boolean;
  flow: Throughput | null;
  at: number;
}

/** In ms. A restart of the source does not end it. */
function liveSinceOf(
  { startedAt, waited, liveSince = null }: Run,
  progress: Progress,
  { source, isSourceLive, flow, at }: Beside,
): number | null {
  if ((stalledFor(flow) ?? 0) > MOST_PAUSE_S) return null;
  if (liveSince !== null) return liveSince;
  // A reader of a hold is live whatever its source does.
  if (progress.status === 'connected' && progress.hold !== undefined) return Math.min(at, startedAt + (waited ?? 0));
  if (progress.status !== 'connected' || !isSourceLive || source === null) return null;
  return Math.min(at, Math.max(startedAt + (waited ?? 0), source.startedAt + (source.waited ?? 0)));
}

/** Uptime starts with the first frame. A publication counts from the start of its source unless it stayed connected. */
export function withTrueUptime<T extends ProgressAnswer>(
  before: Runs,
  answer: T,
  flows: Flows = {},
): { runs: Runs; told: T } {
  const { seenAt, progress, egresses } = answer;
  const source = progress && runAfter(before[''], progress, seenAt);
  const runs: Record<string, Run> = source ? { '': source } : {};
  const shown = progress && lived(withLine(before[''], progress, seenAt), source, flows[''] ?? null, null);
  const most = shown?.status === 'connected' ? shown.uptimeSeconds : null;
  const sent = Object.entries(egresses).map(([id, egress]) => {
    const run = runAfter(before[id], egress, seenAt);
    const sending = withLine(before[id], egress, seenAt);
    if (!run) return [id, sending] as const;
    const flow = flows[id] ?? null;
    const liveSince = liveSinceOf(run, sending, { source, isSourceLive: most !== null, flow, at: seenAt });
    runs[id] = { ...run, liveSince };
    const isKept = liveSince !== null && (source === null || source.startedAt - liveSince > SAME_MS);
    return [id, lived(sending, run, flow, isKept ? Math.floor((seenAt - liveSince) / 1000) : most)] as const;
  });
  return { runs, told: { ...answer, progress: shown, egresses: Object.fromEntries(sent) } };
}
