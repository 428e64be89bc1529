import { call, cancelled, put, select, takeLatest, takeLeading } from 'typed-redux-saga';
import { CoreError, codeOf, NETWORK_FAILURE } from '../../../api/error.ts';
import { msg } from '../../../i18n/msg.ts';
import { catchSagaErrors, reasonOf } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { untilLoggedOut } from '../../gate/session/untilLoggedOut.ts';
import type { WithChannels } from '../../live/channel/slice.ts';
import {
  oldPages,
  ownVersion,
  PAGES_GLOB,
  updatePlayerLibrary,
  writePlayer,
} from '../../live/publishPages/updatePlayerPages.ts';
import { updateWebsite } from '../../live/publishPages/updateWebsite.ts';
import {
  pagesSeen,
  pagesWatched,
  renewalRequested,
  renewed,
  type UnrenewedPage,
  type WithPageRenewal,
} from './slice.ts';

export function* pageRenewalSaga() {
  yield* takeLatest(pagesWatched, untilLoggedOut(catchSagaErrors(lookForOldPages)));
  yield* takeLeading(renewalRequested, untilLoggedOut(catchSagaErrors(renewAll)));
}

export function* lookForOldPages() {
  const { status } = yield* select(({ pageRenewal }: WithPageRenewal) => pageRenewal);
  if (status === 'renewing') return;
  try {
    const { length: count } = yield* call(findOldPages);
    yield* put(pagesSeen({ count, failed: [] }));
  } catch (error) {
    // The operator has not asked for it, and the next screen retries.
    if (!(error instanceof CoreError)) throw error;
  }
}

function* findOldPages() {
  const core = yield* host('core');
  const { list } = yield* select(({ channel }: WithChannels) => channel);
  const standing = yield* call(core.diskFiles, { glob: PAGES_GLOB });
  return oldPages(
    standing,
    list.map(({ id }) => id),
    yield* call(ownVersion),
  );
}

/** Renews old pages one by one and continues after a failure. */
function* renewAll() {
  const old = yield* call(findOldPages);
  const { list } = yield* select(({ channel }: WithChannels) => channel);
  const failed: UnrenewedPage[] = [];
  const remaining = new Set(old);
  yield* put(renewed({ done: 0, total: old.length }));
  try {
    // Only the library; the loop below writes the pages.
    yield* call(updatePlayerLibrary, function* () {});
    for (const [i, channel] of old.entries()) {
      const reason = yield* call(renew, channel);
      if (reason === null) remaining.delete(channel);
      else failed.push({ channel, name: list.find(({ id }) => id === channel)?.name ?? null, reason });
      yield* put(renewed({ done: i + 1, total: old.length }));
    }
  } finally {
    if (!(yield* cancelled())) yield* put(pagesSeen({ count: remaining.size, failed }));
  }
  if (remaining.size === 0) yield* put(noticed('success', msg('All pages are up to date.')));
}

/** Returns null or the reason of a failure. Throws if the core is unreachable, because all others would fail, too. */
function* renew(channel: string | null) {
  try {
    yield* channel === null ? call(updateWebsite) : call(writePlayer, channel);
    return null;
  } catch (error) {
    if (codeOf(error) === NETWORK_FAILURE) throw error;
    return reasonOf(error);
  }
}
