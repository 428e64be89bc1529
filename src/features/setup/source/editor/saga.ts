import { call, put, race, select, spawn, take, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { ingestId } from '../../../../api/processIds.ts';
import { msg } from '../../../../i18n/msg.ts';
import { resolveCoding } from '../../../../media/encoding/profile.ts';
import type { MediaType } from '../../../../media/encoding/streams.ts';
import { maskText } from '../../../../media/masking/mask.ts';
import { ingestDefaults } from '../../../../media/stored/metadata.ts';
import { sameJson } from '../../../../media/stored/sameJson.ts';
import { catchSagaErrors } from '../../../gate/host/catchSagaErrors.ts';
import { noticed } from '../../../gate/notice/slice.ts';
import { storedChanged } from '../../../live/channel/channelSync.ts';
import type { WithChannels } from '../../../live/channel/slice.ts';
import { publish } from '../../../live/publishPages/saga.ts';
import {
  catchWorkErrors,
  finishSave,
  loadEditor,
  openIn,
  type SharedForm,
  saveShared,
  showOthers,
} from '../../../shared/editor/editorSagas.ts';
import { journalFollowUp } from '../../../shared/saving/saveJournal.ts';
import { removeUnusedFiles } from '../../mediaFile/removeUnusedFiles.ts';
import { formsLeft } from '../../mediaFile/slice.ts';
import { type HeldChannel, readChannel } from '../../saveChannel/readChannel.ts';
import { saveIngest } from '../../saveChannel/saveIngest.ts';
import {
  changeCoder,
  probedAudio,
  probedVideo,
  respellSources,
  sourcesInto,
  withFirstAudio,
  withInputs,
} from '../applyProbe.ts';
import { type AlternativeProgress, newSources, type SourceDraft, type Sources, storedSources } from '../draft.ts';
import { devicesWanted, lookAgain } from '../lookForDevices.ts';
import { probeHard } from '../probeSource.ts';
import { sourceContext } from '../sourceContext.ts';
import { draftToSave, missingPart, withKind, withOrigin, wrongEncoding } from './chooseSourceKind.ts';
import {
  alternativeAccepted,
  audioOriginChosen,
  codingChanged,
  type FoundSource,
  kindChosen,
  type OpenSourceForm,
  type ProbePhase,
  probeLeft,
  probeRequested,
  type RefusedProbe,
  type SourceTarget,
  sourceDraftOf,
  sourceEditor,
  type WithSource,
} from './slice.ts';

const sharedForm: SharedForm<SourceTarget, FoundSource, Sources, RefusedProbe, ProbePhase> = {
  actions: sourceEditor.actions,
  state,
  find,
  home: ({ channel }) => `/${channel}`,
};

function* find({ channel }: SourceTarget) {
  const current = yield* call(readChannel, channel);
  const name = yield* select(({ channel: { list } }: WithChannels) => list.find(({ id }) => id === channel)?.name);
  const fresh: HeldChannel = { metadata: ingestDefaults(name ?? ''), process: null, publications: [] };
  const found: FoundSource = { ...(current ?? fresh), logs: { video: [], audio: [] } };
  const stored = storedSources(found.metadata);
  return { found, draft: stored ? respellSources(stored, yield* sourceContext(channel)) : newSources() };
}

function* state() {
  return yield* select(({ source }: WithSource) => source);
}

const openForm = () => openIn(sharedForm);

const onlySources = ({ video, audio, profile }: SourceDraft): Sources => ({ video, audio, profile });

const { actions } = sourceEditor;

const LEFT = [probeLeft, actions.closed, actions.opened];

function* probeEditedSource({ payload: type }: ReturnType<typeof probeRequested>) {
  const form = yield* openForm();
  if (!form || form.busy === 'saving') return;
  const draft = sourceDraftOf(form);
  const context = yield* sourceContext(draft.channel);
  yield* put(actions.began(`probing-${type}`));
  const complete = { ...draft, [type]: withInputs(draft[type], context) };
  const { done } = yield* race({
    done: call(() => probeHard(complete, type, context, judgeOf(type), reportProgress)),
    left: take(LEFT),
  });
  yield* reportProgress(null);
  if (!done) {
    yield* put(actions.refused(null));
    return;
  }
  const { probed, log } = done;
  yield* keep(({ logs }) => ({ logs: { ...logs, [type]: log.map(maskText) } }));
  const now = yield* openForm();
  if (!probed.failure && now) {
    const found = withFirstAudio(probed.draft, context);
    yield* put(actions.draftChanged(withLaterChoices(onlySources(found), onlySources(draft), now.draft)));
  }
  yield* put(actions.refused(probed.failure && { type, failure: probed.failure }));
}

const judgeOf = (type: MediaType) => (type === 'video' ? probedVideo : probedAudio)<SourceDraft>;

/** Choices made during a probe override its result. */
function withLaterChoices(found: Sources, before: Sources, now: Sources): Sources {
  const later = (type: MediaType) => {
    const [previous, current] = [before.profile[type], now.profile[type]];
    const isStillThere = resolveCoding([found.video, found.audio], current, type) !== null;
    return sameJson(previous, current) || !isStillThere ? found.profile[type] : current;
  };
  return { ...found, profile: { ...found.profile, video: later('video'), audio: later('audio') } };
}

function* keep(changed: (found: FoundSource) => Partial<FoundSource>) {
  const now = yield* openForm();
  if (now) yield* put(actions.refreshed({ ...now.found, ...changed(now.found) }));
}

function* reportProgress(trying: AlternativeProgress | null) {
  const now = yield* openForm();
  if ((now?.found.trying ?? null) !== trying) yield* keep(() => ({ trying }));
}

/** Applies a proposal that has already been probed. */
function* acceptWay({ payload: { type, worked: alternative } }: ReturnType<typeof alternativeAccepted>) {
  const form = yield* openForm();
  if (!form || form.busy) return;
  const draft = sourceDraftOf(form);
  const context = yield* sourceContext(draft.channel);
  const complete = { ...draft, [type]: withInputs({ ...draft[type], settings: alternative.settings }, context) };
  const { draft: after, failure } = judgeOf(type)(complete, alternative.found, context);
  yield* put(actions.draftChanged(onlySources(withFirstAudio(after, context))));
  yield* put(actions.refused(failure && { type, failure }));
}

export function* sourceSaga() {
  yield* takeLatest(actions.opened, catchSagaErrors(loadSource));
  yield* takeLatest(storedChanged, catchSagaErrors(followStored));
  yield* takeEvery([kindChosen, codingChanged, audioOriginChosen], catchSagaErrors(edit));
  yield* takeLatest(probeRequested, catchWorkErrors(sharedForm, probeEditedSource));
  yield* takeEvery(alternativeAccepted, catchSagaErrors(acceptWay));
  yield* takeLeading(actions.saveRequested, catchWorkErrors(sharedForm, save));
  yield* takeEvery(actions.closed, catchSagaErrors(tidyUp));
  yield* takeLeading(devicesWanted, catchSagaErrors(lookAgain));
}

function* tidyUp() {
  yield* put(formsLeft());
}

export function* loadSource({ payload: target }: ReturnType<typeof actions.opened>) {
  yield* loadEditor(sharedForm, target);
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
  if (missingPart(sourceDraftOf(form), context) ?? wrongEncoding(sourceDraftOf(form))) {
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
  yield* put(noticed('saved', msg('Channel "{{0}}" saved'), metadata.meta.name));
  yield* spawn(publish, channel, note);
  yield* spawn(removeUnusedFiles, channel, form.found.metadata.sources);
  yield* finishSave(sharedForm, { found: { ...form.found, metadata }, draft }, form.target.after ?? `/${channel}/edit`);
}
