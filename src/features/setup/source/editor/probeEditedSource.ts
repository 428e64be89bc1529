import { call, put, race, take } from 'typed-redux-saga';
import type { MediaType } from '../../../../media/encoding/streams.ts';
import { maskText } from '../../../../media/masking/mask.ts';
import { probedAudio, probedVideo, withFirstAudio, withInputs } from '../applyProbe.ts';
import type { AlternativeProgress, SourceDraft } from '../draft.ts';
import { probeHard } from '../probeSource.ts';
import { sourceContext } from '../sourceContext.ts';
import { onlySources, openForm } from './loadSourceForm.ts';
import {
  type FoundSource,
  probeLeft,
  type probeRequested,
  sourceDraftOf,
  sourceEditor,
  type wayAccepted,
} from './slice.ts';

const { actions } = sourceEditor;

const LEFT = [probeLeft, actions.closed, actions.opened];

export function* probeEditedSource({ payload: type }: ReturnType<typeof probeRequested>) {
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

function* tell(trying: AlternativeProgress | null) {
  const now = yield* openForm();
  if ((now?.found.trying ?? null) !== trying) yield* keep(() => ({ trying }));
}

/** It was probed already, in that way. */
export function* acceptWay({ payload: { type, worked } }: ReturnType<typeof wayAccepted>) {
  const form = yield* openForm();
  if (!form || form.busy) return;
  const draft = sourceDraftOf(form);
  const context = yield* sourceContext(draft.channel);
  const asked = { ...draft, [type]: withInputs({ ...draft[type], settings: worked.settings }, context) };
  const { draft: after, failure } = judgeOf(type)(asked, worked.found, context);
  yield* put(actions.draftChanged(onlySources(withFirstAudio(after, context))));
  yield* put(actions.refused(failure && { type, failure }));
}
