import type { Action } from '@reduxjs/toolkit';
import { call, put, race, select, spawn, take, takeLatest, takeLeading } from 'typed-redux-saga';
import { UNREAD } from '../../../api/answers/fieldSchemas.ts';
import { agentKey, egressOf, ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { outgoingStreams } from '../../../media/encoding/outputFigures.ts';
import { parseBackupSettings, storeBackupSettings } from '../../../media/hold/backupSettings.ts';
import { storeHoldSettings, USUAL_HOLD } from '../../../media/hold/holdSettings.ts';
import { pictureHeader } from '../../../media/hold/pictureHeader.ts';
import { channelObstacle } from '../../../media/hold/protectionObstacle.ts';
import { parseLookSettings, storeLookSettings } from '../../../media/look/lookSettings.ts';
import { parseIngestMetadata, storedAs } from '../../../media/stored/metadata.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../gate/host/host.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { storedChanged } from '../../live/channel/channelSync.ts';
import { egressEntry } from '../../live/channel/discoverChannels.ts';
import { channelGone, egressSaved } from '../../live/channel/slice.ts';
import {
  finishSave,
  loadEditor,
  openIn,
  type SharedForm,
  saveShared,
  showOthers,
} from '../../shared/editor/editorSagas.ts';
import type { Refusal } from '../../shared/image/checkImage.ts';
import { write } from '../../shared/saving/exclusively.ts';
import { quietly } from '../../shared/saving/quietly.ts';
import { NewerMetadata, readableOf } from '../../shared/saving/readProcess.ts';
import { NOT_STORED } from '../../shared/saving/saveProcess.ts';
import type { SavedPublication } from '../egress/publicationDraft.ts';
import { saveOutputs } from '../egress/saveOutputs.ts';
import { writeImage } from '../image/uploadImage.ts';
import { missingChannel } from '../saveChannel/missingChannel.ts';
import { sourceContext } from '../source/sourceContext.ts';
import { backupDraftsOf, backupFaultsOf, backupSettingsOf, backupsOn, backupWrites } from './backups.ts';
import {
  type FoundSlate,
  holdSettingsOf,
  type ListedPublication,
  publicationsOn,
  type SlateDraft,
  STORED_PICTURE,
  slateDraftOf,
  slateFaultsOf,
  switchedIn,
  switchedOutputs,
} from './draft.ts';
import { readHoldSettings, readHoldToWrite } from './readHoldSettings.ts';
import { drawSlateImage, readSlate, slatePath, USUAL_TEXT } from './slateImage.ts';
import {
  type OpenSlate,
  pictureChosen,
  pictureRead,
  slateChanged,
  slateClosed,
  slateEditor,
  slateFaultsShown,
  slateOpened,
  slateSaveRequested,
  type WithSlate,
} from './slice.ts';
import { startOnceHeld } from './startOnceHeld.ts';

const { actions } = slateEditor;

type SlateEditor = SharedForm<string, FoundSlate, SlateDraft, Refusal, 'uploading'>;

const shared: SlateEditor = {
  ...{ actions, state, home: (channel) => `/${channel}` },
  *find(channel) {
    const found = yield* find(channel);
    return 'missing' in found ? yield* missingChannel(channel) : found;
  },
  alsoCompare: ({ image }) => image,
};

export function* slateSaga() {
  yield* takeLatest(slateOpened, catchSagaErrors(openForm));
  yield* takeLatest(storedChanged, catchSagaErrors(follow));
  yield* takeLeading(pictureChosen, catchSagaErrors(readPicture));
  yield* takeLeading(slateSaveRequested, catchSagaErrors(save));
  yield* takeLatest(channelGone, catchSagaErrors(forget));
}

function* state() {
  return yield* select(({ slate }: WithSlate) => slate);
}

export function* openForm({ payload: channel }: ReturnType<typeof slateOpened>) {
  yield* loadEditor(shared, channel);
}

function* follow({ payload: ids }: ReturnType<typeof storedChanged>) {
  const form = yield* openIn(shared);
  if (!form) return;
  const own = [ingestId(form.target), ...form.found.publications.map(({ id }) => id)];
  if (ids.some((id) => own.includes(id) || egressOf(id) !== null)) yield* showOthers(shared);
}

/** A deleted channel needs no warning about unsaved changes. */
function* forget({ payload: channel }: ReturnType<typeof channelGone>) {
  const form = yield* state();
  if (form.status !== 'closed' && form.target === channel) yield* put(slateClosed());
}

function* find(channel: string) {
  const core = yield* host('core');
  const processes = yield* call(core.processes, { reference: channel, filter: 'config,metadata,state' });
  const all = yield* call(core.processes, { filter: 'config' });
  const own = processes.find(({ id }) => id === ingestId(channel));
  if (!own || own.metadata === UNREAD) return { missing: msg('Main channel not found') };
  const ingest = readableOf(storedAs(parseIngestMetadata, own.metadata?.[METADATA_KEY]));
  const { stored, settings } = yield* readHoldSettings(channel);
  if (settings === 'newer') throw new NewerMetadata(String(Reflect.get(Object(stored), 'version')));
  const { sources, profiles, control } = ingest;
  const streams = outgoingStreams(ingest.streams, sources, profiles[0]);
  const backups = backupsOn(all, channel);
  const found: FoundSlate = {
    stored,
    image: yield* readSlate(channel),
    address: core.address + slatePath(channel),
    backups: {
      ...backups,
      main: [...backups.main, ...sources.flatMap(({ inputs }) => inputs.map(({ address }) => address))],
    },
    publications: publicationsOn(processes, channel, channelObstacle({ hls: control.hls, streams })),
  };
  const translated = yield* host('translated');
  const usual = { text: translated(USUAL_TEXT), settings: USUAL_HOLD };
  const drafts = backupDraftsOf(stored, found.backups, yield* sourceContext(channel));
  return { found, draft: slateDraftOf(settings, found, usual, drafts) };
}

const MOST_MEGAPIXELS = 32;
const MOST_MEGABYTES = 32;

/** Checks a picked picture by its content and scales it down. A later pick cancels it. */
function* readPicture({ payload: file }: ReturnType<typeof pictureChosen>) {
  const form = yield* openIn(shared);
  if (!form || form.busy) return;
  yield* put(actions.began('uploading'));
  const { outcome, other } = yield* race({
    outcome: call(check, file),
    other: take((action: Action<string>) => slateChanged.match(action) && 'card' in action.payload),
    left: take([actions.closed, actions.opened]),
  });
  if (other) yield* put(actions.refused(null));
  if (outcome) yield* put(typeof outcome === 'string' ? pictureRead(outcome) : actions.refused(outcome));
}

function* check(file: File) {
  if (file.size > MOST_MEGABYTES * 1_000_000)
    return refusal(msg('The file is larger than {{0}} MB. Choose a smaller one.'), MOST_MEGABYTES);
  try {
    const header = pictureHeader(new Uint8Array(yield* call([file, file.arrayBuffer])));
    if (header === null) return refusal(msg('This file is not a PNG, JPEG or WebP image. Choose another one.'));
    const megapixels = (header.width * header.height) / 1_000_000;
    if (megapixels > MOST_MEGAPIXELS)
      return refusal(
        msg('The image has {{0}} megapixels. Choose one with up to {{1}}.'),
        Math.ceil(megapixels),
        MOST_MEGAPIXELS,
      );
    const load = yield* browser('loadSetup');
    const { loadSlateDrawer } = yield* call(load);
    const { shrinkPicture } = yield* call(loadSlateDrawer);
    return yield* call(shrinkPicture, file);
  } catch {
    return refusal(msg('The browser cannot read this image. It may be damaged: choose another one.'));
  }
}

const refusal = (text: string, ...values: number[]): Refusal => ({ text, values: values.map(String) });

function* save() {
  const form = yield* openIn(shared);
  if (!form || form.busy) return;
  const { draft, found, target } = form;
  const backupFaults = backupFaultsOf(draft.backups, found.backups, yield* sourceContext(target));
  if (Object.keys({ ...slateFaultsOf(draft), ...backupFaults }).length > 0) {
    yield* put(slateFaultsShown());
    return;
  }
  const done = yield* saveShared(shared, form, writeOrCatchUp, msg('Failed to save the standby image ({{0}})'));
  if (!done) return;
  yield* put(noticed('saved', msg('Standby image saved')));
  yield* finishSave(shared, done.result, `/${form.target}`);
  const fresh = switchedIn(form.found.publications, form.draft).filter(({ on, isProtected }) => on && !isProtected);
  const ids = fresh.flatMap(({ outputs }) => outputs.map(({ process }) => process.id));
  if (ids.length > 0) yield* spawn(startOnceHeld, form.target, ids);
}

/** Reloads after a partial save, because its own writes are not changes by others. */
function* writeOrCatchUp(open: OpenSlate) {
  try {
    return yield* writeAll(open);
  } catch (error) {
    yield* call(quietly, function* () {
      const now = yield* find(open.target);
      if ('missing' in now) return;
      yield* put(actions.conflictFound({ status: 'changed', ...now }));
      yield* put(actions.keptMine());
    });
    throw error;
  }
}

/** An interruption leaves a valid state: images come before the settings that name them, publications last. */
function* writeAll(open: OpenSlate) {
  const { target: channel, draft, found } = open;
  yield* writeSlate(open);
  yield* writeBackups(channel, draft.backups);
  yield* writeSettings(channel, draft);
  for (const publication of switchedIn(found.publications, draft)) yield* switchOver(channel, publication);
  const now = yield* find(channel);
  if ('missing' in now) throw new Error(now.missing);
  return now;
}

/** Skips an unchanged image, because the agent would encode it again. The size reveals an interrupted write. */
function* writeSlate({ target: channel, draft: { card }, stored, found: { image } }: OpenSlate) {
  if (card.picture === STORED_PICTURE) return;
  const body = yield* drawSlateImage(card);
  if (image?.size_bytes === body.size && sameJson(card, stored.card)) return;
  yield* writeImage({ path: slatePath(channel), body });
}

/** Written before the settings, because the agent starts the backups that they name. Deleting a process stops it. */
function* writeBackups(channel: string, backups: SlateDraft['backups']) {
  const core = yield* host('core');
  const found = backupsOn(yield* call(core.processes, { filter: 'config' }), channel);
  const { add, update, remove } = backupWrites(backups, found, yield* sourceContext(channel));
  for (const body of add) yield* write('processAdd', { body });
  for (const body of update) yield* write('processUpdate', { id: body.id, body });
  for (const id of remove) yield* write('processDelete', { id });
}

function* writeSettings(channel: string, draft: SlateDraft) {
  const stored = yield* readHoldToWrite(channel);
  const withHold = storeHoldSettings(stored, holdSettingsOf(draft));
  const hasBackups = draft.backups.length > 0 || parseBackupSettings(stored).length > 0;
  const withBackups = hasBackups ? storeBackupSettings(withHold, backupSettingsOf(draft.backups)) : withHold;
  const isSameLook = parseLookSettings(stored).on === draft.looks;
  const body = isSameLook ? withBackups : storeLookSettings(withBackups, { on: draft.looks });
  if (sameJson(stored, body)) return;
  yield* write('metadataSet', { key: agentKey(channel), body });
  const after = yield* readHoldSettings(channel);
  if (!sameJson(after.stored, body)) throw new Error(NOT_STORED);
}

function* switchOver(channel: string, publication: ListedPublication) {
  const skills = yield* select(({ session }: WithSession) => coreInfoOf(session)?.skills);
  const [primary, backup = null] = skills ? switchedOutputs(publication, channel, skills) : [];
  if (!primary) throw new Error(msg('Nothing would be sent with these settings.'));
  const saved: SavedPublication = { primary, backup };
  const [, second = null] = publication.outputs;
  yield* call(saveOutputs, saved, { backup: second, on: publication.on });
  const { service = '' } = egressOf(publication.id) ?? {};
  for (const written of backup ? [primary, backup] : [primary])
    yield* put(egressSaved({ channel, id: written.process.id, ...egressEntry(channel, service, written.metadata) }));
}
