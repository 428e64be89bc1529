import { call, delay, put, select, takeLatest, takeLeading } from 'typed-redux-saga';
import { CoreError, codeOf, NETWORK_FAILURE } from '../../api/error.ts';
import { ingestId } from '../../api/ids.ts';
import { msg } from '../../i18n/msg.ts';
import { viewedChannel } from '../../viewer/channel.ts';
import { browser } from '../host.ts';
import { noticed } from '../notice/slice.ts';
import { viewedSaved } from '../pages/saga.ts';
import { updatePlayer } from '../pages/update.ts';
import { dropOthers, uploadImage } from '../pages/upload.ts';
import { reasonOf, reasonValue, safely } from '../safely.ts';
import { storedIngest } from '../stored.ts';
import { keepMetadata } from '../upsert.ts';
import {
  faultsOf,
  faultsShown,
  logoPicked,
  logoRefused,
  logoUploaded,
  type OpenPlayerForm,
  playerFailed,
  playerLoaded,
  playerOpened,
  playerSaveRequested,
  saved,
  saveFailed,
  saving,
  settingsWith,
  type WithPlayerForm,
} from './form.ts';

export function* playerSaga() {
  yield* takeLatest(playerOpened, safely(load));
  yield* takeLeading(logoPicked, safely(upload));
  yield* takeLeading(playerSaveRequested, safely(save));
}

const logoOf = (channel: string) => `/channels/${channel}/logo`;

function* openForm() {
  const form = yield* select(({ playerForm }: WithPlayerForm) => playerForm);
  return form.status === 'open' ? form : null;
}

function* load({ payload: channel }: ReturnType<typeof playerOpened>) {
  try {
    const stored = yield* call(storedIngest, channel);
    if (stored) {
      yield* put(playerLoaded(viewedChannel(channel, stored)));
      return;
    }
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    yield* put(playerFailed(reasonOf(error)));
    return;
  }
  const navigate = yield* browser('navigate');
  yield* put(noticed('warning', msg('Main channel not found')));
  navigate(`/${channel}`, { replace: true });
}

function* upload({ payload: file }: ReturnType<typeof logoPicked>) {
  const form = yield* openForm();
  if (!form) return;
  const outcome = yield* call(uploadImage, file, logoOf(form.channel.id));
  yield* put('path' in outcome ? logoUploaded(outcome.path) : logoRefused(outcome.refused));
}

/** Only what is stored with the ingest changes: the stream goes on untouched. */
function* save() {
  const form = yield* openForm();
  if (!form || form.busy) return;
  if (Object.keys(faultsOf(form.draft)).length > 0) {
    yield* put(faultsShown());
    return;
  }
  yield* put(saving());
  const { id } = form.channel;
  try {
    yield* call(write, form);
  } catch (error) {
    yield* put(saveFailed());
    if (codeOf(error) === NETWORK_FAILURE) throw error;
    yield* put(noticed('error', msg('Failed to save the player settings ({{0}})'), reasonValue(error)));
    return;
  }
  yield* put(noticed('success', msg('Player settings saved')));
  yield* call(updatePlayer, id);
  yield* put(saved());
  yield* put(viewedSaved());
  yield* delay(0); // the page learns that nothing is unsaved any more, else it would ask whether to leave
  const navigate = yield* browser('navigate');
  navigate(`/${id}`);
}

function* write({ channel: { id }, draft }: OpenPlayerForm) {
  const stored = yield* call(storedIngest, id);
  if (!stored) throw new CoreError(404, msg('Main channel not found'));
  const player = settingsWith(stored.player, draft);
  yield* call(keepMetadata, ingestId(id), { ...stored, player }, msg('The core did not store the settings'));
  // Without a logo of ours nobody knows whether the files there are still wanted elsewhere.
  if (draft.image.startsWith(`${logoOf(id)}.`)) yield* call(dropOthers, logoOf(id), draft.image);
}
