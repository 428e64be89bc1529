import { call, put, race, take } from 'typed-redux-saga';
import { audioFailureOf, isAsBefore, probedAudio, probedVideo, withInputs, withKept } from '../source/applyProbe.ts';
import type { AlternativeProgress } from '../source/draft.ts';
import { probeHard } from '../source/probeSource.ts';
import { audioNeedsProbe } from './buildIngestMetadata.ts';
import { selectOpenDraft } from './selectOpenDraft.ts';
import {
  abortAsked,
  audioProbing,
  audioSettled,
  steppedBack,
  steppedTo,
  videoKept,
  videoProbed,
  videoProbeRequested,
  type wayAccepted,
  wayTried,
  wizardClosed,
  wizardOpened,
} from './slice.ts';

const LEFT = [steppedBack, steppedTo, abortAsked, wizardClosed, wizardOpened];

/** What is known from the last time needs no probe, so it works also while the source is off. */
export function* acceptVideoSettings() {
  const wizard = yield* selectOpenDraft();
  if (!wizard) return;
  const { draft, context } = wizard;
  yield* put(
    isAsBefore('video', draft, context)
      ? videoKept({ draft: withKept('video', draft, context), failure: null })
      : videoProbeRequested(),
  );
}

export function* probeVideo() {
  const wizard = yield* selectOpenDraft();
  if (!wizard) return;
  const { draft, context } = wizard;
  const video = withInputs(draft.video, context);
  const { done } = yield* race({
    done: call(() => probeHard({ ...draft, video }, 'video', context, probedVideo, tell)),
    left: take(LEFT),
  });
  if (done) yield* put(videoProbed(done.probed));
}

const tell = (trying: AlternativeProgress) => put(wayTried(trying));

/** It was probed already, in that way; or it was told what there is. */
export function* acceptWay({ payload: { type, worked } }: ReturnType<typeof wayAccepted>) {
  const wizard = yield* selectOpenDraft();
  if (!wizard) return;
  const { draft, context } = wizard;
  const asked = { ...draft, [type]: withInputs({ ...draft[type], settings: worked.settings }, context) };
  yield* put(
    type === 'video'
      ? videoKept(probedVideo(asked, worked.found, context))
      : audioSettled(probedAudio(asked, worked.found, context)),
  );
}

/** Audio from a source of its own is probed first, the video's has been probed with it. */
export function* acceptAudio() {
  const wizard = yield* selectOpenDraft();
  if (!wizard) return;
  const { draft, context } = wizard;
  if (!audioNeedsProbe(draft, context)) {
    const settled = isAsBefore('audio', draft, context) ? withKept('audio', draft, context) : draft;
    yield* put(audioSettled({ draft: settled, failure: audioFailureOf(settled) }));
    return;
  }
  yield* put(audioProbing());
  const audio = withInputs(draft.audio, context);
  const { done } = yield* race({
    done: call(() => probeHard({ ...draft, audio }, 'audio', context, probedAudio, tell)),
    left: take(LEFT),
  });
  if (done) yield* put(audioSettled(done.probed));
}
