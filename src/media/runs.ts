import { type Flow, flowAfter, ratesOf } from './flow.ts';
import type { Progress } from './progress.ts';

/** What runs now, and how long it had waited for its first frames. Times in ms. */
interface Run {
  startedAt: number;
  seenAt: number;
  /** null: it waits still. */
  waited: number | null;
  flow: Flow | null;
}

/** By id; that of the ingest is ''. */
export type Runs = Readonly<Record<string, Run>>;

interface Told {
  seenAt: number;
  progress: Progress | null;
  egresses: Readonly<Record<string, Progress>>;
}

/** Cores tell whole seconds. */
const SAME_MS = 3000;

/** Whoever comes later than the first frames knows no other time than the start. */
function runAfter(before: Run | undefined, progress: Progress, at: number): Run | null {
  const flow = flowAfter(before?.flow ?? null, progress, at);
  if (progress.status !== 'connecting' && progress.status !== 'connected') return null;
  const startedAt = at - progress.seconds * 1000;
  const known = before && Math.abs(startedAt - before.startedAt) < SAME_MS ? before : null;
  if (known && known.waited !== null) return { ...known, seenAt: at, flow };
  if (!progress.counts && progress.status === 'connecting') return { startedAt, seenAt: at, waited: null, flow };
  if (!known || !progress.counts) return { startedAt, seenAt: at, waited: 0, flow };
  const flowingAt = Math.max(known.seenAt, at - progress.counts.seconds * 1000);
  return { ...known, seenAt: at, waited: Math.max(0, flowingAt - known.startedAt), flow };
}

function lived(progress: Progress, run: Run | null, most: number | null): Progress {
  if (progress.status !== 'connected') return progress;
  // ffmpeg tells the mean of the whole run.
  const bitrateKbit = ratesOf(run?.flow ?? null)?.kbit ?? progress.bitrateKbit;
  if (progress.uptimeSeconds === null) return { ...progress, bitrateKbit };
  const own = Math.max(0, progress.uptimeSeconds - Math.floor((run?.waited ?? 0) / 1000));
  return { ...progress, bitrateKbit, uptimeSeconds: most === null ? own : Math.min(own, most) };
}

/**
 * Live is what sends, from its first frame on, and not from the start of its process; nothing that is sent on is live for
 * longer than what it comes from.
 */
export function timed<T extends Told>(before: Runs, told: T): { runs: Runs; told: T } {
  const { seenAt, progress, egresses } = told;
  const source = progress && runAfter(before[''], progress, seenAt);
  const runs: Record<string, Run> = source ? { '': source } : {};
  const shown = progress && lived(progress, source, null);
  const most = shown?.status === 'connected' ? shown.uptimeSeconds : null;
  const sent = Object.entries(egresses).map(([id, one]) => {
    const run = runAfter(before[id], one, seenAt);
    if (run) runs[id] = run;
    return [id, lived(one, run, most)] as const;
  });
  return { runs, told: { ...told, progress: shown, egresses: Object.fromEntries(sent) } };
}
