import { createAction } from '@reduxjs/toolkit';
import { call, put, takeEvery, takeLatest } from 'typed-redux-saga';
import { codeOf, NETWORK_FAILURE } from '../../api/error.ts';
import { msg } from '../../i18n/msg.ts';
import { channelGone, channelSaved } from '../channel/slice.ts';
import { noticed } from '../notice/slice.ts';
import { reasonValue, safely } from '../safely.ts';
import { removePages } from './remove.ts';
import { updateWebsite } from './website.ts';

/** Something that viewers see of a channel was saved. */
export const viewedSaved = createAction('pages/viewedSaved');

/** What happens to a channel shows on the website, and what is set for its player. */
export function* followChannels() {
  yield* takeLatest([channelSaved, channelGone, viewedSaved], safely(refreshWebsite));
  yield* takeEvery(channelGone, safely(forget));
}

/** In the background of something else: when it fails, a notice says so. */
function* refreshWebsite() {
  try {
    yield* call(updateWebsite);
  } catch (error) {
    if (codeOf(error) === NETWORK_FAILURE) throw error;
    yield* put(noticed('warning', msg('Failed to create publication website files. {{0}}'), reasonValue(error)));
  }
}

function* forget({ payload: channel }: ReturnType<typeof channelGone>) {
  yield* call(removePages, channel);
}
