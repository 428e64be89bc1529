import { createAction } from '@reduxjs/toolkit';
import { call, put, select, take, takeEvery, takeLatest } from 'typed-redux-saga';
import { codeOf, NETWORK_FAILURE } from '../../../api/error.ts';
import { ingestId } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { type IngestMetadata, parseIngestMetadata } from '../../../media/stored/metadata.ts';
import { catchSagaErrors, reasonValue } from '../../gate/host/catchSagaErrors.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { coreInfoOf, entered, type WithSession } from '../../gate/session/slice.ts';
import { exclusively } from '../../shared/saving/exclusively.ts';
import { clearFollowUps, goneKey } from '../../shared/saving/saveJournal.ts';
import { saveMetadata } from '../../shared/saving/saveProcess.ts';
import { importedFound } from '../channel/discoverChannels.ts';
import { channelGone } from '../channel/slice.ts';
import { updatePlayer } from './updatePlayerPages.ts';
import { updateWebsite } from './updateWebsite.ts';

/** The pages of a channel have changed, so the website must follow. The payload is the journal key to clear. */
export const pagesOutdated = createAction<string | null>('pages/viewedSaved');

export function* publishPagesSaga() {
  yield* takeEvery(importedFound, catchSagaErrors(makePages));
  yield* takeLatest([pagesOutdated, channelGone], catchSagaErrors(refreshWebsite), new Set<string>());
}

function* makePages({ payload: channels }: ReturnType<typeof importedFound>) {
  const coreInfo = coreInfoOf(yield* select(({ session }: WithSession) => session));
  if (!coreInfo) yield* take(entered);
  for (const channel of channels) {
    if (!(yield* call(updatePlayer, channel))) continue;
    const forget = ({ imported: _, ...metadata }: IngestMetadata) => metadata;
    yield* exclusively(() => saveMetadata(ingestId(channel), parseIngestMetadata, forget), 'none');
  }
}

/** Publishes the player pages of a saved channel, then, in the background, the website. */
export function* publish(channel: string, note: string | null = null) {
  const made = yield* call(updatePlayer, channel);
  yield* put(pagesOutdated(made ? note : null));
}

/** Reports failures in a notice. `left`: journal keys to clear once the website is written. */
function* refreshWebsite(left: Set<string>, action: ReturnType<typeof pagesOutdated | typeof channelGone>) {
  const note = channelGone.match(action) ? goneKey(action.payload) : action.payload;
  if (note !== null) left.add(note);
  try {
    yield* call(updateWebsite);
    yield* call(clearFollowUps, [...left]);
    left.clear();
  } catch (error) {
    if (codeOf(error) === NETWORK_FAILURE) throw error;
    yield* put(noticed('warning', msg('Failed to create publication website files. {{0}}'), reasonValue(error)));
  }
}
