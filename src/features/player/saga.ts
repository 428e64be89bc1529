import { call, put, select, takeLatest, takeLeading } from 'typed-redux-saga';
import { ingestId } from '../../api/ids.ts';
import { msg } from '../../i18n/msg.ts';
import { parseIngestMetadata } from '../../media/metadata.ts';
import { type ViewedChannel, viewedChannel } from '../../viewer/channel.ts';
import { storedChanged } from '../channel/census.ts';
import { leaveEditor, loadEditor, type SharedForm, saveShared, showOthers } from '../editing.ts';
import { noticed } from '../notice/slice.ts';
import type { Refusal } from '../pages/image.ts';
import { publish } from '../pages/saga.ts';
import { checkImage, dropOthers, writeImage } from '../pages/upload.ts';
import { readableOf, readMetadata } from '../read.ts';
import { safely } from '../safely.ts';
import { saveMetadata } from '../save.ts';
import { noteRest } from '../unfinished.ts';
import {
  draftOf,
  faultsOf,
  faultsShown,
  logoChecked,
  logoPicked,
  logoRefused,
  type OpenPlayerForm,
  type PlayerDraft,
  playerEditor,
  playerOpened,
  playerSaved,
  playerSaveRequested,
  settingsWith,
  uploadOf,
  type WithPlayerForm,
} from './form.ts';

export function* playerSaga() {
  yield* takeLatest(playerOpened, safely(load));
  yield* takeLatest(storedChanged, safely(follow));
  yield* takeLeading(logoPicked, safely(upload));
  yield* takeLeading(playerSaveRequested, safely(save));
}

const logoOf = (channel: string) => `/channels/${channel}/logo`;

function* openForm() {
  const form = yield* select(({ playerForm }: WithPlayerForm) => playerForm);
  return form.status === 'open' ? form : null;
}

type Shared = SharedForm<string, ViewedChannel, PlayerDraft, Refusal, 'uploading'>;

const shared: Shared = { actions: playerEditor.actions, open: openForm, find, home: (channel) => `/${channel}` };

function* load({ payload: channel }: ReturnType<typeof playerOpened>) {
  yield* loadEditor(playerEditor.actions, channel, find, shared.home);
}

function* follow({ payload: ids }: ReturnType<typeof storedChanged>) {
  const form = yield* openForm();
  if (form && ids.includes(ingestId(form.target))) yield* showOthers(shared);
}

function* find(channel: string) {
  const stored = readableOf(yield* readMetadata(ingestId(channel), parseIngestMetadata));
  if (!stored) return { missing: msg('Main channel not found') };
  const found = viewedChannel(channel, stored);
  return { found, draft: draftOf(found.player) };
}

function* upload({ payload: file }: ReturnType<typeof logoPicked>) {
  const form = yield* openForm();
  if (!form) return;
  const outcome = yield* call(checkImage, file, logoOf(form.target));
  yield* put('image' in outcome ? logoChecked(outcome.image) : logoRefused(outcome.refused));
}

function* save() {
  const form = yield* openForm();
  if (!form || form.busy) return;
  if (Object.keys(faultsOf(form.draft)).length > 0) {
    yield* put(faultsShown());
    return;
  }
  const done = yield* saveShared(shared, form, write, msg('Failed to save the player settings ({{0}})'));
  if (!done) return;
  yield* put(noticed('success', msg('Player settings saved')));
  yield* call(publish, form.target, done.result);
  yield* put(playerSaved({ draft: { ...form.draft, upload: null } }));
  yield* call(leaveEditor, `/${form.target}`);
}

/** Only what is stored with the ingest changes: the stream goes on untouched. */
function* write({ target: channel, draft }: OpenPlayerForm) {
  const upload = uploadOf(draft);
  // What is stored never names a file that is not there.
  if (upload) yield* call(writeImage, upload);
  const note = yield* noteRest({ channel, what: 'pages', before: null });
  yield* saveMetadata(ingestId(channel), parseIngestMetadata, (stored) => ({
    ...stored,
    player: settingsWith(stored.player, draft),
  }));
  // Without a logo of ours nobody knows whether the files there are still wanted elsewhere.
  if (draft.image.startsWith(`${logoOf(channel)}.`)) yield* call(dropOthers, logoOf(channel), draft.image);
  return note;
}
