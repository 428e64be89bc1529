import type { Action } from '@reduxjs/toolkit';
import { call, put, race, select, take, takeLatest, takeLeading } from 'typed-redux-saga';
import { ingestId } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { parseIngestMetadata } from '../../../media/stored/metadata.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { channelForViewers } from '../../../viewer/player/channelForViewers.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { storedChanged } from '../../live/channel/channelSync.ts';
import { publish } from '../../live/publishPages/saga.ts';
import {
  catchWorkErrors,
  finishSave,
  loadEditor,
  openIn,
  type SharedForm,
  saveShared,
  showOthers,
} from '../../shared/editor/editorSagas.ts';
import { quietly } from '../../shared/saving/quietly.ts';
import { readableOf, readMetadata } from '../../shared/saving/readProcess.ts';
import { journalFollowUp } from '../../shared/saving/saveJournal.ts';
import { saveMetadata } from '../../shared/saving/saveProcess.ts';
import { checkImage, dropOthers, standingImages, writeImage } from '../image/uploadImage.ts';
import { missingChannel } from '../saveChannel/missingChannel.ts';
import { playerDraftOf, playerFaultsOf, playerImagePlace, playerWith, uploadOf } from './draft.ts';
import {
  type FoundPlayer,
  imageRefused,
  type OpenPlayerForm,
  type PlayerDraft,
  type PlayerImage,
  playerChanged,
  playerEditor,
  playerFaultsShown,
  playerImageChecked,
  playerImagePicked,
  playerOpened,
  playerSaveRequested,
  type WithPlayer,
} from './slice.ts';

export function* playerSaga() {
  yield* takeLatest(playerOpened, catchSagaErrors(loadPlayer));
  yield* takeLatest(storedChanged, catchSagaErrors(follow));
  yield* takeLeading(playerImagePicked, catchWorkErrors(shared, upload));
  yield* takeLeading(playerSaveRequested, catchWorkErrors(shared, save));
}

type PlayerForm = SharedForm<string, FoundPlayer, PlayerDraft, NonNullable<OpenPlayerForm['refused']>, 'uploading'>;

const { actions } = playerEditor;

const shared: PlayerForm = {
  ...{ actions, state, find, home: (channel) => `/${channel}` },
  alsoCompare: ({ images }) => images,
};

function* state() {
  return yield* select(({ player }: WithPlayer) => player);
}

export function* loadPlayer({ payload: channel }: ReturnType<typeof playerOpened>) {
  yield* loadEditor(shared, channel);
}

function* follow({ payload: ids }: ReturnType<typeof storedChanged>) {
  const form = yield* openIn(shared);
  if (form && ids.includes(ingestId(form.target))) yield* showOthers(shared);
}

function* find(channel: string) {
  const stored = readableOf(yield* readMetadata(ingestId(channel), parseIngestMetadata));
  if (!stored) return yield* missingChannel(channel);
  const viewed = channelForViewers(channel, stored);
  const draft = playerDraftOf(viewed.player);
  return { found: { ...viewed, images: yield* imagesOf(channel, draft) }, draft };
}

function* imagesOf(channel: string, { logo, poster }: PlayerDraft) {
  const places = (['logo', 'poster'] as const).map((image) => playerImagePlace(channel, image));
  return yield* call(standingImages, places, [logo.image, poster]);
}

/** Takes the latest picked image; a closed form ignores it. */
function* upload({ payload: { image, file } }: ReturnType<typeof playerImagePicked>) {
  const form = yield* openIn(shared);
  if (!form || form.busy) return;
  yield* put(actions.began('uploading'));
  const { outcome, other } = yield* race({
    outcome: call(checkImage, file, playerImagePlace(form.target, image)),
    other: take(
      (action: Action<string>) =>
        playerChanged.match(action) &&
        !sameJson(choiceOf(form.draft, image), choiceOf({ ...form.draft, ...action.payload }, image)),
    ),
    left: take([actions.closed, actions.opened]),
  });
  if (other) yield* put(imageRefused(null));
  if (outcome)
    yield* put(
      'image' in outcome
        ? playerImageChecked({ image, upload: outcome.image })
        : imageRefused({ image, refusal: outcome.refused }),
    );
}

const choiceOf = ({ logo, ownPoster, poster }: PlayerDraft, image: PlayerImage) =>
  image === 'logo' ? logo.image : { ownPoster, poster };

function* save() {
  const form = yield* openIn(shared);
  if (!form || form.busy) return;
  if (Object.keys(playerFaultsOf(form.draft, form.stored)).length > 0) {
    yield* put(playerFaultsShown());
    return;
  }
  const looked: { left: FoundPlayer['images'] | null } = { left: null };
  const writeOrLook = function* (open: OpenPlayerForm) {
    try {
      return yield* write(open);
    } catch (error) {
      yield* call(quietly, function* () {
        looked.left = yield* imagesOf(open.target, open.stored);
      });
      throw error;
    }
  };
  const done = yield* saveShared(shared, form, writeOrLook, msg('Failed to save the player settings ({{0}})'));
  // Images written before the failure are not changes by others.
  if (looked.left) yield* put(actions.refreshed({ ...form.found, images: looked.left }));
  if (!done) return;
  yield* put(noticed('saved', msg('Player settings saved')));
  yield* call(publish, form.target, done.result);
  const draft = { ...form.draft, uploads: { logo: null, poster: null } };
  yield* finishSave(shared, { draft }, `/${form.target}`);
}

/** Changes only metadata of the ingest, so the stream is not interrupted. */
function* write({ target: channel, found, draft }: OpenPlayerForm) {
  const logo = uploadOf(draft, 'logo');
  const poster = uploadOf(draft, 'poster');
  // Files are written first, so that stored settings never name a missing file.
  for (const image of [logo, poster]) if (image) yield* call(writeImage, image);
  const note = yield* journalFollowUp({ channel, what: 'pages', before: null });
  yield* saveMetadata(ingestId(channel), parseIngestMetadata, (stored) => ({
    ...stored,
    player: playerWith(stored.player, draft),
  }));
  yield* call(dropReplaced, playerImagePlace(channel, 'logo').place, draft.logo.image);
  yield* call(dropPosters, channel, found.player.poster, draft);
  return note;
}

/** Deletes replaced uploads, unless another address was chosen: the files may still be used elsewhere. */
function* dropReplaced(place: string, current: string) {
  if (current.startsWith(`${place}.`)) yield* call(dropOthers, place, current);
}

/** Deletes a removed poster from the disk, because it may have been removed to hide it. */
function* dropPosters(channel: string, before: string, { ownPoster, poster }: PlayerDraft) {
  const { place } = playerImagePlace(channel, 'poster');
  if (ownPoster) yield* call(dropReplaced, place, poster);
  else if (before.startsWith(`${place}.`)) yield* call(dropOthers, place, '');
}
