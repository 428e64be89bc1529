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

/** Reads the hold status of channels and carries out the operator's orders, until cancelled. */
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

export interface ReadableHold {
  channel: string;
  /** Whether the channel page is open, not only a list, the header or the alarm. */
  isWatched: boolean;
  /** Whether the source is unavailable or the standby image is on the air. */
  isUrgent: boolean;
  /** Milliseconds since 1970; null before the first read. */
  readAt: number | null;
}

/** Milliseconds. Only one is read at a time, so with many channels each waits longer. */
const DUE_AFTER = { watched: 2000, urgent: 4000, calm: 16_000 };
const EARLY = 0.9;

/** Returns the most overdue channel, or null if none is due. */
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

/** A running agent has read the order by then, so a missing effect means that someone revoked it. */
const OVERRULED_AFTER_MS = 12_000;

const isFollowed = ({ wanted }: OpenOrder, { onAir, why }: HoldStatus) =>
  wanted === 'auto' ? why !== 'order' : onAir === wanted;

const isOverruled = ({ at }: OpenOrder, { beatAt }: HoldSighting) => beatAt - at > OVERRULED_AFTER_MS;

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
  const status = yield* select(({ hold }: State) => hold.sightings[channel]?.status ?? null);
  const path = holdStatusFile(channel);
  try {
    // The browser would log an error for a missing file.
    if (status === null && (yield* call(core.memFiles, { glob: `/${path}` })).length === 0) return null;
    const bytes = yield* call(core.fileBytes, { storage: 'mem', path });
    if (!ArrayBuffer.isView(bytes)) return null;
    const { buffer, byteOffset, byteLength } = bytes;
    return parseHoldStatus(new TextDecoder().decode(new Uint8Array(buffer, byteOffset, byteLength)));
  } catch (error) {
    if (codeOf(error) === 404) return null;
    throw error;
  }
}

/** The agent checks the order file every second. Without one, it decides by itself. */
function* giveOrder({ payload: { channel, wanted } }: ReturnType<typeof holdOrdered>) {
  const core = yield* host('core');
  const now = yield* host('now');
  const path = holdOrderFile(channel);
  yield* put(orderGiven({ channel, wanted, at: now() }));
  try {
    if (wanted === 'auto') yield* call(core.memDelete, { path });
    else yield* call(core.memWrite, { path, body: wanted });
  } catch (error) {
    // Someone else, or a stop of the channel, has already removed the order.
    if (wanted === 'auto' && codeOf(error) === 404) return;
    yield* put(orderEnded(channel));
    if (!(error instanceof CoreError)) throw error;
    yield* put(noticed('error', msg('The standby image could not be switched ({{0}})'), reasonValue(error)));
  }
}

/** The code that changes publications loads with the first form. */
function* release({ payload: channel }: ReturnType<typeof holdReleased>) {
  const { releaseHolds } = yield* call(yield* browser('loadSetup'));
  yield* releaseHolds(channel);
}
