import { all, call, put, race, select, take } from 'typed-redux-saga';
import type { Process } from '../../core/answers/process.ts';
import { codeOf } from '../../core/error.ts';
import { egressOf, ingestId } from '../../core/ids.ts';
import { bitrateKbitOf, emptyLedger, noteSegments } from '../../media/bitrate.ts';
import { progressOf } from '../../media/progress.ts';
import { audienceOf, COLLECTORS } from '../../media/sessions.ts';
import { outside } from '../outside.ts';
import { poll } from '../poll.ts';
import {
  audienceSeen,
  bitrateMeasured,
  channelClosed,
  type channelOpened,
  ingestAbsent,
  ingestSeen,
  type WithIngest,
} from './slice.ts';

/*
 * Together with the resources in the footer (one call every 2 s) these stay below two calls a second.
 * Viewer bandwidth is a mean over 10 s anyway, and segments are 2 s long.
 */
const STATE_EVERY_MS = 1000;
const AUDIENCE_EVERY_MS = 3000;
const SEGMENTS_EVERY_MS = 10_000;

/** Everything that the channel page shows and that changes, until another channel is opened or none is shown. */
export function* watchChannel({ payload: channel }: ReturnType<typeof channelOpened>) {
  yield* race([
    all([
      call(poll, STATE_EVERY_MS, () => lookAtProcesses(channel)),
      call(poll, AUDIENCE_EVERY_MS, () => countAudience(channel)),
      call(measureBitrate, channel),
    ]),
    take(channelClosed),
  ]);
}

/** One call for the ingest and all publications. */
function* lookAtProcesses(channel: string) {
  const core = yield* outside('core');
  const now = yield* outside('now');
  const processes = yield* call(core.processes, { reference: channel, filter: 'state' });
  const ingest = processes.find(({ id }) => id === ingestId(channel));
  if (!ingest) {
    yield* put(ingestAbsent());
    return;
  }
  yield* put(ingestSeen({ progress: progressIn(ingest), seenAt: now(), egresses: egressesIn(processes) }));
}

const progressIn = ({ state }: Process) => progressOf(state ?? null);

const egressesIn = (processes: readonly Process[]) =>
  Object.fromEntries(
    processes.flatMap((process) => (egressOf(process.id) ? [[process.id, progressIn(process)] as const] : [])),
  );

function* countAudience(channel: string) {
  const core = yield* outside('core');
  const sessions = yield* call(core.sessionsActive, { collectors: COLLECTORS.join(',') });
  yield* put(audienceSeen(audienceOf(sessions, channel)));
}

/** ffmpeg does not tell the bitrate of an HLS output: then the segments that it writes are weighed. */
function* measureBitrate(channel: string) {
  const core = yield* outside('core');
  const now = yield* outside('now');
  let ledger = emptyLedger;
  yield* call(poll, SEGMENTS_EVERY_MS, function* () {
    const { ingest } = yield* select((state: WithIngest) => state.ingest);
    const live = ingest.presence === 'present' && ingest.progress.state === 'connected' ? ingest.progress : null;
    if (!live) ledger = emptyLedger;
    else if (live.bitrateKbit !== null) return;
    else ledger = noteSegments(ledger, yield* call(segmentsOf, channel), now() / 1000);
    yield* put(bitrateMeasured(bitrateKbitOf(ledger)));
  });

  function* segmentsOf(id: string) {
    try {
      return yield* call(core.memFiles, { glob: `/${id}*` });
    } catch (error) {
      if (codeOf(error) === 404) return []; // a core without memory storage
      throw error;
    }
  }
}
