import { all, call, put, race, select, take, takeLatest, takeLeading } from 'typed-redux-saga';
import { CoreError, codeOf } from '../../../api/error.ts';
import { holdOrderFile, holdStatusFile } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { type HoldSighting, sightingAfter } from '../../../media/hold/holdSighting.ts';
import { type HoldStatus, parseHoldStatus } from '../../../media/hold/holdStatus.ts';
import { hasNoSource } from '../../../media/status/channelStatus.ts';
import { catchSagaErrors, reasonValue } from '../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../gate/host/host.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { poll, pollHidden } from '../../shared/polling/poll.ts';
import { seenIn, type WithShownChannels } from '../shownChannels/slice.ts';
import type { WithStatus } from '../status/slice.ts';
import {
  holdOrdered,
  holdRead,
  holdReleased,
  isHoldReadIn,
  type OpenOrder,
  orderEnded,
  orderGiven,
  type WithHold,
} from './slice.ts';

type State = WithHold & WithStatus & WithShownChannels;

/** Until it is cancelled: what is on the air where a process reads a hold, and the orders of the operator. */
export function* followHolds() {
  yield* takeLatest(holdOrdered, catchSagaErrors(giveOrder));
  yield* takeLeading(holdReleased, catchSagaErrors(release));
  while (true) {
    while (!(yield* select(isAnyOnScreen))) yield* take('*');
    yield* race([all([poll('hold', readNext), pollHidden('hold', readNext, isGuarded)]), call(untilNoneIsOnScreen)]);
  }
}

function* untilNoneIsOnScreen() {
  while (yield* select(isAnyOnScreen)) yield* take('*');
}

const isGuarded = ({ shownChannels }: State) => shownChannels.guarded;

function onScreenIn(state: State): readonly string[] {
  const { watched, channels } = state.status;
  const shown = isGuarded(state) ? Object.keys(channels) : seenIn(state.shownChannels);
  const all = watched === null || shown.includes(watched) ? shown : [...shown, watched];
  return all.filter((channel) => isHoldReadIn(state, channel));
}

const isAnyOnScreen = (state: State) => onScreenIn(state).length > 0;

const readableIn = (state: State): ReadableHold[] =>
  onScreenIn(state).map((channel) => {
    const sighting = state.hold.sightings[channel];
    return {
      channel,
      isWatched: state.status.watched === channel,
      isUrgent:
        ['slate', 'backup'].includes(sighting?.status?.onAir ?? '') ||
        hasNoSource(state.status.channels[channel]?.ingest ?? null),
      readAt: sighting?.readAt ?? null,
    };
  });

/** A channel whose hold is read and whose state is on the screen. */
export interface ReadableHold {
  channel: string;
  /** It is on the screen with everything; else in a list, in the header, or guarded by the alarm. */
  isWatched: boolean;
  /** Its source is away, or the standby image is on the air. */
  isUrgent: boolean;
  /** ms; null: not yet. */
  readAt: number | null;
}

/** ms. One is read at a time: with many of them, each waits for its turn. */
const DUE_AFTER = { watched: 2000, urgent: 4000, calm: 16_000 };
/** A round is not to the millisecond. */
const EARLY = 0.9;

/** The one that has waited for longest, by how often it should be read; null: none is due. */
export function nextToRead(holds: readonly ReadableHold[], now: number): string | null {
  const waits = holds.map(({ channel, isWatched, isUrgent, readAt }) => ({
    channel,
    share: readAt === null ? 100 : (now - readAt) / DUE_AFTER[isWatched ? 'watched' : isUrgent ? 'urgent' : 'calm'],
  }));
  const [first] = waits.filter(({ share }) => share >= EARLY).toSorted((a, b) => b.share - a.share);
  return first?.channel ?? null;
}

function* readNext() {
  const now = yield* host('now');
  const channel = nextToRead(yield* select(readableIn), now());
  if (channel !== null) yield* call(read, channel);
}

/** An agent that writes has read it by then: another operator, or a stop, has taken the order back. */
const OVERRULED_AFTER_MS = 12_000;

const isFollowed = ({ wanted }: OpenOrder, { onAir, why }: HoldStatus) =>
  wanted === 'auto' ? why !== 'order' : onAir === wanted;

const isOverruled = ({ at }: OpenOrder, { beatAt }: HoldSighting) => beatAt - at > OVERRULED_AFTER_MS;

/** Throws a CoreError. */
function* read(channel: string) {
  const now = yield* host('now');
  const status = yield* call(fetchStatus, channel);
  const { sightings, orders } = yield* select(({ hold }: State) => hold);
  const sighting = sightingAfter(sightings[channel], status, now());
  yield* put(holdRead({ channel, sighting }));
  const order = orders[channel];
  if (order && status && (isFollowed(order, status) || isOverruled(order, sighting))) yield* put(orderEnded(channel));
}

function* fetchStatus(channel: string) {
  const core = yield* host('core');
  const known = yield* select(({ hold }: State) => hold.sightings[channel]?.status ?? null);
  const path = holdStatusFile(channel);
  try {
    // Of one that is not there, the browser would log an error.
    if (known === null && (yield* call(core.memFiles, { glob: `/${path}` })).length === 0) return null;
    const bytes = yield* call(core.fileBytes, { storage: 'mem', path });
    if (!ArrayBuffer.isView(bytes)) return null;
    const { buffer, byteOffset, byteLength } = bytes;
    return parseHoldStatus(new TextDecoder().decode(new Uint8Array(buffer, byteOffset, byteLength)));
  } catch (error) {
    if (codeOf(error) === 404) return null;
    throw error;
  }
}

/** The agent looks for it each second. Without a file it decides by itself. */
function* giveOrder({ payload: { channel, wanted } }: ReturnType<typeof holdOrdered>) {
  const core = yield* host('core');
  const now = yield* host('now');
  const path = holdOrderFile(channel);
  yield* put(orderGiven({ channel, wanted, at: now() }));
  try {
    if (wanted === 'auto') yield* call(core.memDelete, { path });
    else yield* call(core.memWrite, { path, body: wanted });
  } catch (error) {
    // Another operator, or a stop, has taken it back already.
    if (wanted === 'auto' && codeOf(error) === 404) return;
    yield* put(orderEnded(channel));
    if (!(error instanceof CoreError)) throw error;
    yield* put(noticed('error', msg('The standby image could not be switched ({{0}})'), reasonValue(error)));
  }
}

/** The room that changes publications loads with the first form. */
function* release({ payload: channel }: ReturnType<typeof holdReleased>) {
  const { releaseHolds } = yield* call(yield* browser('loadSetup'));
  yield* releaseHolds(channel);
}
