import { call, delay, put, select } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import { ingestId } from '../../../api/processIds.ts';
import { senderIn, sessionCollectors } from '../../../media/coreInfo/sessions.ts';
import type { Storage } from '../../../media/hls/hlsFiles.ts';
import type { Loudness } from '../../../media/hls/segment/loudness.ts';
import { NO_LOOK_FACTS } from '../../../media/look/lookReport.ts';
import { setUpOf } from '../../../media/process/expectedStreams.ts';
import { parseIngestMetadata } from '../../../media/stored/metadata.ts';
import { browser, host } from '../../gate/host/host.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { PACE } from '../../shared/polling/pace.ts';
import { poll } from '../../shared/polling/poll.ts';
import { readMetadata } from '../../shared/saving/readProcess.ts';
import { deliveryIn, type WithChannels } from '../channel/slice.ts';
import { progressIn, sentToIn } from '../ingest/selectors.ts';
import type { WithIngest } from '../ingest/slice.ts';
import { readProofs } from '../proof/readProofs.ts';
import type { WithStatus } from '../status/slice.ts';
import { isStored, type Newest, newestOf, pieceAt, type TakenBytes } from './fetchNewestSegment.ts';
import { startKeepingFiles, stopKeepingFiles } from './previewFileCache.ts';
import { readLookFacts } from './readLookFacts.ts';
import { refusedKeyframes } from './remarks.ts';
import {
  lookReported,
  segmentGone,
  segmentSeen,
  segmentUnreadable,
  senderSeen,
  setUpRead,
  type WithInspector,
} from './slice.ts';

/** Decoders cut the last block slightly short. */
const SLACK_S = 0.15;

export const isSilent = ({ quietSeconds, seconds }: Loudness) => quietSeconds >= seconds - SLACK_S;

/** Returns the start of a silence (ms) at the end of the newest segment. `before`: the start known so far. */
export function silentSince(before: number | null, loudness: Loudness | null, endedAt: number): number | null {
  if (!loudness || loudness.quietSeconds < SLACK_S) return null;
  const since = endedAt - loudness.quietSeconds * 1000;
  return isSilent(loudness) ? Math.min(before ?? since, since) : since;
}

function lookedBack(since: number, pieces: readonly (Loudness | null)[]): number {
  let found = since;
  for (const piece of pieces) {
    if (!piece) return found;
    found -= piece.quietSeconds * 1000;
    if (!isSilent(piece)) return found;
  }
  return found;
}

/** Reads large segments less often, to save mobile data. */
const MOST_BYTES_A_SECOND = 500_000;
const LONGEST_MS = 60_000;
const SENDER_EVERY = 6;
/** Rounds between two searches for a report of the agent, which is then read in each round. */
const REPORT_EVERY = 3;
/** Maximum number of earlier segments read to date a silence. */
const BACK = 4;

export function* watchSource(channel: string) {
  yield* call(readSetUp, channel);
  let newest = '';
  let round = 0;
  let isReported = false;
  const cache: TakenBytes['kept'] = new Map();
  startKeepingFiles();
  try {
    yield* poll('source', function* () {
      const cost: TakenBytes = { bytes: 0, kept: cache };
      if ((yield* select(isLive)) && (isReported || round % REPORT_EVERY === 0))
        isReported = yield* call(takeReport, channel, isReported);
      newest = yield* call(observe, channel, newest, cost);
      if (newest !== '' && round % SENDER_EVERY === 0) yield* call(lookForSender, channel);
      if (newest !== '' && round % REPORT_EVERY === 2) yield* call(readProofs, channel);
      round = newest === '' ? 0 : round + 1;
      if (newest === '') {
        isReported = false;
        cache.clear();
        // The next run may use the same names for other files.
        startKeepingFiles();
      }
      yield* delay(Math.min(LONGEST_MS, (cost.bytes / MOST_BYTES_A_SECOND) * 1000));
    });
  } finally {
    stopKeepingFiles();
  }
}

function* readSetUp(channel: string) {
  try {
    const stored = yield* readMetadata(ingestId(channel), parseIngestMetadata);
    yield* put(setUpRead(stored.status === 'readable' ? setUpOf(channel, stored.metadata) : null));
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
  }
}

const isLive = (state: WithIngest) => progressIn(state)?.status === 'connected';

function* takeReport(channel: string, isKnown: boolean) {
  const facts = yield* call(readLookFacts, channel, isKnown);
  yield* put(lookReported(facts ?? NO_LOOK_FACTS));
  return facts !== null;
}

/** Later, a missing playlist is a failure that the response of the core reports. */
const START_S = 30;

const isStarting = (state: WithIngest & WithStatus) =>
  isLive(state) && (progressIn(state)?.seconds ?? START_S) < START_S;

/** Frames are counted before the first segment and the playlist are stored. */
function* untilStored(channel: string, storage: Storage) {
  while ((yield* select(isStarting)) && !(yield* call(isStored, channel, storage)))
    yield* delay(PACE.firstSegment.everyMs);
}

function* observe(channel: string, previous: string, cost: TakenBytes) {
  const { storage } = yield* select((state: WithChannels) => deliveryIn(state, channel));
  yield* call(untilStored, channel, storage);
  if (!(yield* select(isLive))) {
    yield* put(segmentGone());
    return '';
  }
  const newest = yield* call(newestOf, channel, storage, previous, cost);
  if (newest === 'same') return previous;
  if (newest === 'none') {
    yield* put(segmentGone());
    return '';
  }
  yield* call(reportSegment, newest, storage, cost);
  return newest.name;
}

function* reportSegment(newest: Newest, storage: Storage, cost: TakenBytes) {
  const now = yield* host('now');
  const at = now() - newest.age * 1000;
  if (!newest.figures) {
    yield* put(segmentUnreadable());
    return;
  }
  const loudness = newest.sound && (yield* call(loudnessOf, newest.sound));
  const { silentSince: before } = yield* select(({ streamInspector: state }: WithInspector) => state);
  const since = silentSince(before, loudness, at);
  // A chosen silence is not stored in the state, so each poll would count as its start.
  const isChosen = yield* select(({ streamInspector: state }: WithInspector) => state.setUp?.audio?.chosen === true);
  const isNew = !isChosen && before === null && since !== null && loudness !== null && isSilent(loudness);
  yield* put(
    segmentSeen({
      at,
      figures: newest.figures,
      loudness,
      farKeyframes: refusedKeyframes(
        newest.figures.video?.keyframeSeconds ?? null,
        (yield* select(sentToIn)).split(' ').filter(Boolean),
      ),
      silentSince: isNew ? lookedBack(since, yield* call(soundBefore, newest, storage, cost)) : since,
    }),
  );
}

function* loudnessOf(sound: Uint8Array) {
  const load = yield* browser('loadWatching');
  const { measure } = yield* call(load);
  return yield* call(measure, sound);
}

function* soundBefore({ earlier }: Newest, storage: Storage, cost: TakenBytes) {
  const found = [];
  for (const place of earlier.slice(0, BACK)) {
    const piece = yield* call(pieceAt, place, storage, cost);
    const loudness = piece?.sound ? yield* call(loudnessOf, piece.sound) : null;
    found.push(loudness);
    if (!loudness || !isSilent(loudness)) break;
  }
  return found;
}

/** Reads the sender of a push from the answer that also counts viewers. */
function* lookForSender(channel: string) {
  const push = yield* select(({ streamInspector: state }: WithInspector) => state.setUp?.push ?? null);
  if (!push || push.type === 'hls') return;
  const core = yield* host('core');
  const config = yield* select(({ session }: WithSession) => coreInfoOf(session)?.config);
  const sessions = yield* call(core.sessionsActive, { collectors: sessionCollectors(config ?? {}) });
  const { channel: shown } = yield* select(({ streamInspector: state }: WithInspector) => state);
  if (shown === channel) yield* put(senderSeen(senderIn(sessions, push.type, push.name)));
}
