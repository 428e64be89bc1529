import { call, put, select, takeLatest, takeLeading } from 'typed-redux-saga';
import { CoreError, codeOf, NETWORK_FAILURE } from '../../api/error.ts';
import { msg } from '../../i18n/msg.ts';
import { host } from '../host.ts';
import { noticed } from '../notice/slice.ts';
import { readGlobal, updateWebsite, writeGlobal } from '../pages/website.ts';
import { reasonOf, reasonValue, safely } from '../safely.ts';
import {
  saved,
  saveFailed,
  saving,
  type WithWebsite,
  websiteFailed,
  websiteLoaded,
  websiteOpened,
  websiteSaveRequested,
} from './slice.ts';

export function* websiteSaga() {
  yield* takeLatest(websiteOpened, safely(load));
  yield* takeLeading(websiteSaveRequested, safely(save));
}

function* load() {
  try {
    yield* put(websiteLoaded(yield* call(found)));
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    yield* put(websiteFailed(reasonOf(error)));
  }
}

function* found() {
  const core = yield* host('core');
  const { playersite } = yield* call(readGlobal);
  const files = yield* call(core.diskFiles, { glob: '/index.html' });
  return { stored: playersite, published: files.length > 0 };
}

function* save() {
  const form = yield* select((state: WithWebsite) => state.website);
  if (form.status !== 'open' || form.saving) return;
  yield* put(saving());
  try {
    // Somebody else may have changed the rest meanwhile.
    const stored = yield* call(readGlobal);
    yield* call(writeGlobal, { ...stored, playersite: { ...stored.playersite, ...form.draft } });
    yield* call(updateWebsite);
    yield* put(saved(yield* call(found)));
  } catch (error) {
    yield* put(saveFailed());
    if (codeOf(error) === NETWORK_FAILURE) throw error;
    yield* put(noticed('error', msg('Failed to create publication website files. {{0}}'), reasonValue(error)));
    return;
  }
  yield* put(noticed('success', msg('Publication website settings saved')));
}
