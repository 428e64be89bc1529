import type { ProcessState } from '../src/api/answers/process.ts';
import type { Core } from '../src/api/client.ts';
import { CoreError } from '../src/api/error.ts';
import { ingestId } from '../src/api/processIds.ts';
import type { HoldLook } from '../src/media/hold/stitchPlaylist.ts';

const STATES_EVERY_S = 1;
const FROZEN_AFTER_S = 3;
const STOPS = 2;
const now = () => performance.now() / 1000;

/** What the core says of a channel's process. */
export function createIngestWatch(
  core: Core,
  channel: string,
  pause: (seconds: number) => Promise<unknown>,
  signal: AbortSignal,
) {
  let state: HoldLook['ingest'] = 'unknown';
  let uptime = 0;
  let frame = -1;
  let roseAt = 0;
  let picturesSince: number | null = null;
  /** How often in a row it was seen stopped. */
  let stops = 0;

  function took({ order, exec, runtime_seconds, progress }: ProcessState) {
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

  /** A page reconnects a channel by a stop and a start: only a stop that stays is one of an operator. */
  function tookStop() {
    stops++;
    if (stops >= STOPS) state = 'stopped';
  }

  return {
    state: () => state,
    /** Seconds of its run, and since when (of the monotonic clock) it has pictures without a pause. */
    run: () => ({ uptime, picturesSince }),

    /** A loop of its own: a real core answers nothing about processes while it ends a frozen ffmpeg. */
    async watch() {
      while (!signal.aborted) {
        const begun = now();
        try {
          took(await core.processState({ id: ingestId(channel) }, signal));
        } catch (error) {
          if (error instanceof CoreError && error.code === 404) tookStop();
          else state = 'unknown';
        }
        await pause(STATES_EVERY_S - (now() - begun));
      }
    },
  };
}
