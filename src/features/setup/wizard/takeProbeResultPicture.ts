import type { Task } from 'redux-saga';
import { cancel, fork, put, take } from 'typed-redux-saga';
import { isAssumed } from '../../../media/encoding/profile.ts';
import { NO_PICTURE, type ProbePicture, takePicture } from '../../live/streamInspector/captureProbePicture.ts';
import { isTaken } from '../source/probeSource.ts';
import { sourceContext } from '../source/sourceContext.ts';
import { openWizard } from './selectOpenDraft.ts';
import {
  abortAsked,
  abortDeclined,
  type OpenWizard,
  pictureSeen,
  recoded,
  steppedBack,
  steppedTo,
  videoKept,
  videoProbed,
  videoSettled,
  wizardClosed,
  wizardDraftOf,
  wizardOpened,
} from './slice.ts';

const CHANGES = [
  videoProbed,
  videoKept,
  recoded,
  videoSettled,
  steppedBack,
  steppedTo,
  abortAsked,
  abortDeclined,
  wizardOpened,
  wizardClosed,
];

/** Identifies the source of the picture; '' on other steps. */
function shownIn(wizard: OpenWizard | null): string {
  if (wizard?.at.step !== 'videoResult') return '';
  const { video, profile } = wizard.draft;
  return JSON.stringify([wizard.target.channel, video.inputs, profile.video.stream]);
}

export function* followPicture() {
  let shown = '';
  let settled = '';
  let task: Task | null = null;
  while (true) {
    const action = yield* take(CHANGES);
    const wizard = yield* openWizard();
    const target = shownIn(wizard);
    if (videoProbed.match(action)) settled = '';
    if (target === shown && settled === target) continue;
    if (task) yield* cancel(task);
    task = null;
    shown = target;
    if (target === '' || !wizard) continue;
    const status = wizard.picture?.status;
    if (target === settled && (status === 'taken' || status === 'failed')) continue;
    settled = target;
    const draft = wizardDraftOf(wizard);
    yield* put(pictureSeen(NO_PICTURE));
    // A source without a probe has no picture, and a running stream is not interrupted for one.
    if (isAssumed(draft.video.streams[draft.profile.video.stream])) continue;
    if (isTaken(draft, 'video', yield* sourceContext(draft.channel))) continue;
    const { channel, video, profile } = draft;
    task = yield* fork(takePicture, { channel, source: video, video: profile.video.stream }, (picture: ProbePicture) =>
      put(pictureSeen(picture)),
    );
  }
}
