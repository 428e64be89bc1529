import type { ProcessState } from '../src/api/answers/process.ts';
import { ingestId } from '../src/api/processIds.ts';
import type { HoldLook } from '../src/media/hold/stitchPlaylist.ts';
import type { Feed, Processes } from './coreFeed.ts';

const FROZEN_AFTER_S = 3;
const STOPS = 2;
const now = () => performance.now() / 1000;

export const createIngestWatch = (processes: Feed<Processes>, channel: string, signal: AbortSignal) =>
  createProcessWatch(processes, ingestId(channel), signal);

export function createProcessWatch(processes: Feed<Processes>, id: string, signal: AbortSignal) {
  let state: HoldLook['ingest'] = 'unknown';
  let uptime = 0;
  let frame = -1;
  let roseAt = Number.NEGATIVE_INFINITY;
  let picturesSince: number | null = null;
  let stops = 0;

  function startedAgo({ order, exec, runtime_seconds, progress }: ProcessState) {
    const frames = progress?.frame ?? 0;
    if (frames !== frame && frames > 0) {
      picturesSince ??= now();
      roseAt = now();
    } else if (now() - roseAt > FROZEN_AFTER_S) picturesSince = null;
    frame = frames;
    uptime = exec === 'running' ? (runtime_seconds ?? 0) : 0;
    if (exec !== 'running') picturesSince = null;
    if (order === 'stop') return tookStop();
    stops = 0;
    state = exec === 'running' || exec === 'starting' ? 'running' : 'ended';
  }

  /** A page reconnects a channel by a stop and a start: only a lasting stop is an operator's. */
  function tookStop() {
    stops++;
    if (stops >= STOPS) state = 'stopped';
    else if (state === 'unknown') state = 'ended';
  }

  function onAnswer(answer: Processes | null) {
    if (answer === null) state = 'unknown';
    else {
      const process = answer.get(id);
      if (process === undefined) tookStop();
      else if (process.state) startedAgo(process.state);
    }
  }
  // The last segments of a channel that waits for its encoder are still in memory, but not live.
  onAnswer(processes.latest());
  processes.listen(onAnswer, signal);

  return {
    state: () => state,
    /** In seconds: time since the start, monotonic times of the first picture since a freeze and of the last one. */
    run: () => ({ uptime, picturesSince, picturesAt: roseAt }),
  };
}
