import { call, put, spawn, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { ingestId } from '../../../../api/processIds.ts';
import { msg } from '../../../../i18n/msg.ts';
import { catchSagaErrors } from '../../../gate/host/catchSagaErrors.ts';
import { noticed } from '../../../gate/notice/slice.ts';
import { storedChanged } from '../../../live/channel/channelSync.ts';
import { publish } from '../../../live/viewerPages/saga.ts';
import { leaveEditor, loadEditor, saveShared, showOthers } from '../../../shared/editor/editorSagas.ts';
import { journalFollowUp } from '../../../shared/saving/saveJournal.ts';
import { sweepLoops } from '../../mediaFile/removeUnusedFiles.ts';
import { formsLeft } from '../../mediaFile/slice.ts';
import { saveIngest } from '../../saveChannel/saveIngest.ts';
import { changeCoder, sourcesInto } from '../applyProbe.ts';
import { devicesWanted, lookAgain } from '../lookForDevices.ts';
import { sourceContext } from '../sourceContext.ts';
import { draftToSave, missingPart, withKind, withOrigin } from './chooseSourceKind.ts';
import { onlySources, openForm, sharedForm } from './loadSourceForm.ts';
import { acceptWay, probeEditedSource } from './probeEditedSource.ts';
import {
  audioOriginChosen,
  codingChanged,
  kindChosen,
  type OpenSourceForm,
  probeRequested,
  sourceDraftOf,
  sourceEditor,
  wayAccepted,
} from './slice.ts';

const { actions } = sourceEditor;

export function* sourceSaga() {
  yield* takeLatest(actions.opened, catchSagaErrors(loadSource));
  yield* takeLatest(storedChanged, catchSagaErrors(followStored));
  yield* takeEvery([kindChosen, codingChanged, audioOriginChosen], catchSagaErrors(edit));
  yield* takeLatest(probeRequested, catchSagaErrors(probeEditedSource));
  yield* takeEvery(wayAccepted, catchSagaErrors(acceptWay));
  yield* takeLeading(actions.saveRequested, catchSagaErrors(save));
  yield* takeEvery(actions.closed, catchSagaErrors(tidyUp));
  yield* takeLeading(devicesWanted, catchSagaErrors(lookAgain));
}

/** What was uploaded and not saved goes. */
function* tidyUp() {
  yield* put(formsLeft());
}

export function* loadSource({ payload: target }: ReturnType<typeof actions.opened>) {
  yield* loadEditor(actions, target, sharedForm.find, sharedForm.home);
}

function* followStored({ payload: ids }: ReturnType<typeof storedChanged>) {
  const form = yield* openForm();
  if (form && ids.includes(ingestId(form.target.channel))) yield* showOthers(sharedForm);
}

type Edit = ReturnType<typeof kindChosen | typeof codingChanged | typeof audioOriginChosen>;

function* edit(action: Edit) {
  const form = yield* openForm();
  if (!form) return;
  const draft = sourceDraftOf(form);
  const context = yield* sourceContext(draft.channel);
  const change = () => {
    if (kindChosen.match(action)) return withKind(draft, action.payload.type, action.payload.kind, context);
    if (audioOriginChosen.match(action)) return withOrigin(draft, action.payload, context);
    return codingChanged.match(action) ? changeCoder(draft, action.payload, context) : draft;
  };
  yield* put(actions.draftChanged(onlySources(change())));
}

function* save() {
  const form = yield* openForm();
  if (!form || form.busy) return;
  const { channel } = form.target;
  const context = yield* sourceContext(channel);
  if (missingPart(sourceDraftOf(form), context)) {
    yield* put(actions.faultsShown());
    return;
  }
  const done = yield* saveShared(
    sharedForm,
    form,
    function* (open: OpenSourceForm) {
      const draft = draftToSave(sourceDraftOf(open), context);
      const metadata = sourcesInto(draft, open.found.metadata, context.skills);
      const note = yield* journalFollowUp({ channel, what: 'ingest', before: open.found.metadata });
      yield* call(saveIngest, channel, metadata);
      return { note, metadata, draft: onlySources(draft) };
    },
    msg('Failed to save the source ({{0}})'),
  );
  if (!done) return;
  const { note, metadata, draft } = done.result;
  yield* put(actions.saved({ found: { ...form.found, metadata }, draft }));
  yield* put(noticed('success', msg('Channel "{{0}}" saved'), metadata.meta.name));
  yield* spawn(publish, channel, note);
  yield* spawn(sweepLoops, channel, form.found.metadata.sources);
  yield* call(leaveEditor, form.target.after ?? `/${channel}/edit`);
}
