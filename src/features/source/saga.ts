import { call, put, race, select, spawn, take, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { ingestId } from '../../api/ids.ts';
import { msg } from '../../i18n/msg.ts';
import { maskText } from '../../media/mask.ts';
import { ingestDefaults } from '../../media/metadata.ts';
import type { MediaType } from '../../media/streams.ts';
import { storedChanged } from '../channel/census.ts';
import type { WithChannels } from '../channel/slice.ts';
import { leaveEditor, loadEditor, type SharedForm, saveShared, showOthers } from '../editing.ts';
import { type HeldChannel, readChannel } from '../ingest/heldChannel.ts';
import { saveIngest } from '../ingest/saveIngest.ts';
import { formsLeft } from '../loop/slice.ts';
import { sweepLoops } from '../loop/sweep.ts';
import { noticed } from '../notice/slice.ts';
import { publish } from '../pages/saga.ts';
import { safely } from '../safely.ts';
import { noteRest } from '../unfinished.ts';
import { probedAudio, probedVideo, recoded, sourcesInto, withInputs, withVideoAudio } from './decide.ts';
import { devicesWanted, lookAgain } from './devices.ts';
import { hasAudio, newSources, type SourceDraft, type Sources, storedSources, type Trying } from './draft.ts';
import { finished, unfinished, withKind, withOrigin } from './editable.ts';
import { probeHard } from './probeSource.ts';
import {
  audioOriginChosen,
  codingChanged,
  type FoundSource,
  kindChosen,
  type OpenSourceForm,
  type Probing,
  probeLeft,
  probeRequested,
  type Refused,
  sourceDraftOf,
  sourceEditor,
  type Target,
  type WithSourceForm,
  wayAccepted,
} from './slice.ts';
import { sourceContext } from './sourceContext.ts';

const { actions } = sourceEditor;

export function* sourceSaga() {
  yield* takeLatest(actions.opened, safely(loadSource));
  yield* takeLatest(storedChanged, safely(followStored));
  yield* takeEvery([kindChosen, codingChanged, audioOriginChosen], safely(edit));
  yield* takeLatest(probeRequested, safely(probeHalf));
  yield* takeEvery(wayAccepted, safely(acceptWay));
  yield* takeLeading(actions.saveRequested, safely(save));
  yield* takeEvery(actions.closed, safely(tidyUp));
  yield* takeLeading(devicesWanted, safely(lookAgain));
}

/** What was uploaded and not saved goes. */
function* tidyUp() {
  yield* put(formsLeft());
}

const shared: SharedForm<Target, FoundSource, Sources, Refused, Probing> = {
  actions,
  open: openForm,
  find,
  home: ({ channel }) => `/${channel}`,
};

export function* loadSource({ payload: target }: ReturnType<typeof actions.opened>) {
  yield* loadEditor(actions, target, find, shared.home);
}

function* followStored({ payload: ids }: ReturnType<typeof storedChanged>) {
  const form = yield* openForm();
  if (form && ids.includes(ingestId(form.target.channel))) yield* showOthers(shared);
}

/** A channel that was never set up begins with defaults. */
function* find({ channel }: Target) {
  const held = yield* call(readChannel, channel);
  const name = yield* select(({ channel: { list } }: WithChannels) => list.find(({ id }) => id === channel)?.name);
  const fresh: HeldChannel = { metadata: ingestDefaults(name ?? ''), process: null, publications: [] };
  const found: FoundSource = { ...(held ?? fresh), logs: { video: [], audio: [] } };
  return { found, draft: storedSources(found.metadata) ?? newSources() };
}

function* openForm() {
  const { sourceForm } = yield* select((state: WithSourceForm) => state);
  return sourceForm.status === 'open' ? sourceForm : null;
}

const onlySources = ({ video, audio, profile }: SourceDraft): Sources => ({ video, audio, profile });

type Edit = ReturnType<typeof kindChosen | typeof codingChanged | typeof audioOriginChosen>;

function* edit(action: Edit) {
  const form = yield* openForm();
  if (!form) return;
  const draft = sourceDraftOf(form);
  const context = yield* sourceContext(draft.channel);
  const change = () => {
    if (kindChosen.match(action)) return withKind(draft, action.payload.type, action.payload.kind, context);
    if (audioOriginChosen.match(action)) return withOrigin(draft, action.payload, context);
    return codingChanged.match(action) ? recoded(draft, action.payload, context) : draft;
  };
  yield* put(actions.draftChanged(onlySources(change())));
}

const LEFT = [probeLeft, actions.closed, actions.opened];

function* probeHalf({ payload: type }: ReturnType<typeof probeRequested>) {
  const form = yield* openForm();
  if (!form || form.busy === 'saving') return;
  const draft = sourceDraftOf(form);
  const context = yield* sourceContext(draft.channel);
  yield* put(actions.began(`probing-${type}`));
  const asked = { ...draft, [type]: withInputs(draft[type], context) };
  const { done } = yield* race({
    done: call(() => probeHard(asked, type, context, judgeOf(type), tell)),
    left: take(LEFT),
  });
  yield* tell(null);
  if (!done) {
    yield* put(actions.refused(null));
    return;
  }
  const { probed, log } = done;
  yield* keep(({ logs }) => ({ logs: { ...logs, [type]: log.map(maskText) } }));
  if (!probed.failure) yield* put(actions.draftChanged(onlySources(withFirstAudio(probed.draft, context))));
  yield* put(actions.refused(probed.failure && { type, failure: probed.failure }));
}

const judgeOf = (type: MediaType) => (type === 'video' ? probedVideo : probedAudio)<SourceDraft>;

/** What is known of the form beside the draft, with something else. */
function* keep(changed: (found: FoundSource) => Partial<FoundSource>) {
  const now = yield* openForm();
  if (now) yield* put(actions.refreshed({ ...now.found, ...changed(now.found) }));
}

function* tell(trying: Trying | null) {
  const now = yield* openForm();
  if ((now?.found.trying ?? null) !== trying) yield* keep(() => ({ trying }));
}

/** It was probed already, in that way. */
function* acceptWay({ payload: { type, worked } }: ReturnType<typeof wayAccepted>) {
  const form = yield* openForm();
  if (!form || form.busy) return;
  const draft = sourceDraftOf(form);
  const context = yield* sourceContext(draft.channel);
  const asked = { ...draft, [type]: withInputs({ ...draft[type], settings: worked.settings }, context) };
  const { draft: after, failure } = judgeOf(type)(asked, worked.found, context);
  yield* put(actions.draftChanged(onlySources(withFirstAudio(after, context))));
  yield* put(actions.refused(failure && { type, failure }));
}

/** A channel that is set up here takes what the video brings, until somebody chooses. */
function withFirstAudio(draft: SourceDraft, context: Parameters<typeof withVideoAudio>[1]): SourceDraft {
  const fresh = draft.before === null && draft.profile.audio.source < 0;
  return fresh && hasAudio(draft.video) ? withVideoAudio(draft, context) : draft;
}

function* save() {
  const form = yield* openForm();
  if (!form || form.busy) return;
  const { channel } = form.target;
  const context = yield* sourceContext(channel);
  if (unfinished(sourceDraftOf(form), context)) {
    yield* put(actions.faultsShown());
    return;
  }
  const done = yield* saveShared(
    shared,
    form,
    function* (open: OpenSourceForm) {
      const draft = finished(sourceDraftOf(open), context);
      const metadata = sourcesInto(draft, open.found.metadata, context.skills);
      const note = yield* noteRest({ channel, what: 'ingest', before: open.found.metadata });
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
  yield* call(leaveEditor, `/${channel}/edit`);
}
