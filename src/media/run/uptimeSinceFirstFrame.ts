import type { Progress } from './progress.ts';
import { ratesOf, type Throughput } from './throughput.ts';

type ConnectedProgress = Extract<Progress, { status: 'connected' }>;

/** The current run, and the time until its first frames. Times in ms. */
interface Run {
  startedAt: number;
  seenAt: number;
  /** null: it waits still. */
  waited: number | null;
  /** The figures of a log line, if the core reports none. */
  line: { told: ConnectedProgress; at: number } | null;
}

/** By id; that of the ingest is ''. */
export type Runs = Readonly<Record<string, Run>>;

interface ProgressAnswer {
  seenAt: number;
  progress: Progress | null;
  egresses: Readonly<Record<string, Progress>>;
}

/** Cores tell whole seconds. */
const SAME_MS = 3000;

const isSame = (run: Run, { seconds }: Progress, at: number) => Math.abs(at - seconds * 1000 - run.startedAt) < SAME_MS;

/** ffmpeg writes its figures twice a second. */
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

/** A page that opens after the first frames only knows the time of the start. `progress`: as the core reports it. */
function runAfter(before: Run | undefined, progress: Progress, at: number): Run | null {
  if (progress.status !== 'connecting' && progress.status !== 'connected') return null;
  const startedAt = at - progress.seconds * 1000;
  const known = before && isSame(before, progress, at) ? before : null;
  const line = lineOf(progress, at) ?? known?.line ?? null;
  if (known && known.waited !== null) return { ...known, seenAt: at, line };
  if (!progress.counts && progress.status === 'connecting') return { startedAt, seenAt: at, waited: null, line };
  if (!known || !progress.counts) return { startedAt, seenAt: at, waited: 0, line };
  const flowingAt = Math.max(known.seenAt, at - progress.counts.seconds * 1000);
  return { ...known, seenAt: at, waited: Math.max(0, flowingAt - known.startedAt), line };
}

function lived(progress: Progress, run: Run | null, flow: Throughput | null, most: number | null): Progress {
  if (progress.status !== 'connected') return progress;
  // ffmpeg tells the mean of the whole run.
  const bitrateKbit = ratesOf(flow)?.kbit ?? progress.bitrateKbit;
  if (progress.uptimeSeconds === null) return { ...progress, bitrateKbit };
  const own = Math.max(0, progress.uptimeSeconds - Math.floor((run?.waited ?? 0) / 1000));
  return { ...progress, bitrateKbit, uptimeSeconds: most === null ? own : Math.min(own, most) };
}

/** How each of them goes, by id; that of the ingest is ''. */
type Flows = Readonly<Record<string, Throughput | null>>;

/** Live starts with the first frame, not with the process; a publication is never live longer than its channel. */
export function withTrueUptime<T extends ProgressAnswer>(
  before: Runs,
  told: T,
  flows: Flows = {},
): { runs: Runs; told: T } {
  const { seenAt, progress, egresses } = told;
  const source = progress && runAfter(before[''], progress, seenAt);
  const runs: Record<string, Run> = source ? { '': source } : {};
  const shown = progress && lived(withLine(before[''], progress, seenAt), source, flows[''] ?? null, null);
  const most = shown?.status === 'connected' ? shown.uptimeSeconds : null;
  const sent = Object.entries(egresses).map(([id, one]) => {
    const run = runAfter(before[id], one, seenAt);
    if (run) runs[id] = run;
    return [id, lived(withLine(before[id], one, seenAt), run, flows[id] ?? null, most)] as const;
  });
  return { runs, told: { ...told, progress: shown, egresses: Object.fromEntries(sent) } };
}
