import type { UnknownAction } from '@reduxjs/toolkit';
import { call, put, select } from 'typed-redux-saga';
import { freeSrtPort, srtListener } from '../../media/address/listenPort.ts';
import { newPushKey, pushOf } from '../../media/address/push.ts';
import { sameJson } from '../../media/stored/sameJson.ts';
import { fetchPublishedNames, isPublished } from '../ingest/pushKey/publishedNames.ts';
import { host } from '../runtime/host.ts';
import { poll } from '../runtime/poll.ts';
import { askPorts } from '../source/askPorts.ts';
import { isAsBefore, settingsReady } from '../source/decide.ts';
import { keysIn } from '../source/published.ts';
import { sourceContext } from '../source/sourceContext.ts';
import { isAsForced } from './draft.ts';
import {
  abortAsked,
  abortDeclined,
  steppedBack,
  steppedTo,
  strangersHeard,
  tileChosen,
  videoKept,
  videoProbed,
  videoProbeRequested,
  videoSettingsChanged,
  type WithWizard,
  wizardClosed,
  wizardOpened,
} from './slice.ts';
import { namesInUse } from './unknownStreams.ts';

/** As many as an operator can tell apart. */
const MOST = 3;

/** Everything that leads to the step that waits, or away from it: each ends the waiting of before (takeLatest). */
export const moves = [
  tileChosen,
  videoProbeRequested,
  videoProbed,
  videoKept,
  steppedBack,
  steppedTo,
  abortAsked,
  abortDeclined,
  wizardOpened,
  wizardClosed,
];

/**
 * While the wizard waits for a stream to be pushed, it looks whether it has arrived and then goes on by itself. Who
 * came back to this step wants to stay: then the stream must go and come again, or the operator asks.
 */
export function* listenForPush(arrival: UnknownAction) {
  if (tileChosen.match(arrival)) {
    yield* call(drawKey);
    yield* call(drawPort);
  }
  const { wizard } = yield* select((state: WithWizard) => state);
  if (!wizard.open || wizard.at.step !== 'videoSettings') return;
  const { channel, video } = wizard.draft;
  const context = yield* sourceContext(channel);
  // What a channel has already arrives all the time.
  if (!pushOf(video) || !settingsReady(video, context) || isAsBefore('video', wizard.draft, context)) return;
  let awaited = tileChosen.match(arrival);
  let taken: readonly string[] | null = null;
  yield* poll('firstPublished', function* () {
    const { wizard: now } = yield* select((state: WithWizard) => state);
    const push = now.open ? pushOf(now.draft.video) : null;
    if (!push) return;
    const all = yield* call(fetchPublishedNames, push.type);
    const here = isPublished(all, channel, push);
    const others = here ? [] : keysIn(all, channel, push).slice(0, MOST);
    // Who they belong to is asked for when there are any: what others wait for is not offered.
    if (others.length > 0) taken ??= yield* call(namesInUse);
    const strangers = others.filter((name) => !taken?.includes(name));
    if (!sameJson(strangers, now.open ? (now.strangers ?? []) : [])) yield* put(strangersHeard(strangers));
    if (here && awaited) yield* put(videoProbeRequested());
    awaited ||= !here;
  });
}

/** A port that no process has whom the core knows, whether or not it runs. What cannot be told is tried by the probe. */
function* drawPort() {
  const { wizard } = yield* select((state: WithWizard) => state);
  if (!wizard.open || wizard.draft.tile !== 'srtport' || !isAsForced(wizard.draft)) return;
  const { taken } = yield* sourceContext(wizard.draft.channel);
  const port = freeSrtPort([...(taken?.core ?? []), ...(yield* call(askPorts))]);
  const now = yield* select((state: WithWizard) => state.wizard);
  // Somebody may have been faster to enter one.
  if (!now.open || now.draft.tile !== 'srtport' || !isAsForced(now.draft)) return;
  yield* put(videoSettingsChanged({ ...now.draft.video.settings, address: srtListener(port) }));
}

/** Who is set up anew gets a key of its own: the id of the channel is public. What is stored keeps its key. */
function* drawKey() {
  const { wizard } = yield* select((state: WithWizard) => state);
  if (!wizard.open || !isAsForced(wizard.draft) || !pushOf(wizard.draft.video)) return;
  if (wizard.draft.before && wizard.draft.tile === wizard.draft.storedTile) return;
  const random = yield* host('random');
  const { settings } = wizard.draft.video;
  yield* put(videoSettingsChanged({ ...settings, push: { ...Object(settings.push), name: newPushKey(random) } }));
}
