import type { UnknownAction } from '@reduxjs/toolkit';
import { call, put, select } from 'typed-redux-saga';
import { channelOfIngest, ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import { freeSrtPort, srtListener } from '../../../media/address/listenPort.ts';
import { newPushKey, pushName, pushOf } from '../../../media/address/pushAddress.ts';
import { isPublished } from '../../../media/process/encoderReturn.ts';
import { parseIngestMetadata } from '../../../media/stored/metadata.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { host } from '../../gate/host/host.ts';
import type { WithChannels } from '../../live/channel/slice.ts';
import { fetchPublished, fetchUploadTime } from '../../live/pushAddress/publishedNames.ts';
import { poll } from '../../shared/polling/poll.ts';
import { allMetadataIn } from '../../shared/saving/readProcess.ts';
import { fetchHeldPorts } from '../heldPorts/slice.ts';
import { keysIn } from '../publishedStreams/slice.ts';
import { isAsBefore, settingsReady } from '../source/applyProbe.ts';
import { type ArrivalFault, arrivalFaultOf } from './arrival.ts';
import { isAsForced } from './draft.ts';
import { openWizard, selectOpenDraft } from './selectOpenDraft.ts';
import {
  abortAsked,
  abortDeclined,
  arrivalJudged,
  steppedBack,
  steppedTo,
  strangersHeard,
  tileChosen,
  videoKept,
  videoProbed,
  videoProbeRequested,
  videoSettingsChanged,
  wizardClosed,
  wizardOpened,
} from './slice.ts';

/** The stream names that other channels expect or send. Throws a CoreError. */
function* namesInUse() {
  const core = yield* host('core');
  const { list } = yield* select(({ channel }: WithChannels) => channel);
  const known = list.filter(({ available }) => available).map(({ id }) => id);
  if (known.length === 0) return [];
  const held = yield* call(core.processes, { id: known.map(ingestId).join(','), filter: 'metadata' });
  return held.flatMap((process) => {
    const channel = channelOfIngest(process.id);
    if (channel === null) return [];
    const { sources } = parseIngestMetadata(allMetadataIn(process)[METADATA_KEY]);
    const pushed = sources.flatMap((source) => {
      const push = pushOf(source);
      return push ? [pushName(channel, push)] : [];
    });
    return [channel, `${channel}.stream`, ...pushed];
  });
}

/** The most names that an operator can tell apart. */
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
  if ((yield* openWizard())?.at.step !== 'videoSettings') return;
  const opened = yield* selectOpenDraft();
  if (!opened) return;
  const { draft, context } = opened;
  const { channel, video } = draft;
  // The stored source of a channel arrives all the time.
  if (!pushOf(video) || !settingsReady(video, context) || isAsBefore('video', draft, context)) return;
  let awaited = tileChosen.match(arrival);
  let taken: readonly string[] | null = null;
  let before: ArrivalFault | null = null;
  let uploaded: number | null | undefined;
  yield* poll('firstPublished', function* () {
    const now = yield* openWizard();
    const push = now && pushOf(now.draft.video);
    if (!push) return;
    if (push.type === 'hls') {
      const time = yield* call(fetchUploadTime, channel);
      // A playlist that was there before is one that an encoder has left, until it is written again.
      if (awaited && uploaded !== undefined && time !== null && time !== uploaded) yield* put(videoProbeRequested());
      awaited ||= time === null;
      uploaded = time;
      return;
    }
    const published = yield* fetchPublished(push.type);
    const all = published.map(({ name }) => name);
    const arrived = published.find(({ name }) => isPublished([name], channel, push));
    const here = arrived !== undefined;
    const fault = arrivalFaultOf(arrived?.stream ?? null, opened.context);
    // Encoders may send the audio a moment before the video.
    const isFirst = fault?.kind === 'audio-only' && before?.kind !== fault.kind;
    before = fault;
    if (isFirst) return;
    const isKnown = !here || arrived.stream !== null;
    if (isKnown && !sameJson(fault, now.arrival ?? null)) yield* put(arrivalJudged(fault));
    if (fault !== null) awaited = true;
    const others = here ? [] : keysIn(all, channel, push).slice(0, MOST);
    // Keys that other channels wait for are not offered; their channels are read once there are any.
    if (others.length > 0) taken ??= yield* call(namesInUse);
    const strangers = others.filter((name) => !taken?.includes(name));
    if (!sameJson(strangers, now.strangers ?? [])) yield* put(strangersHeard(strangers));
    if (here && awaited && fault === null) yield* put(videoProbeRequested());
    awaited ||= !here;
  });
}

/** A port that no process of the core uses, running or not. The probe finds ports used by other programs. */
function* drawPort() {
  const opened = yield* selectOpenDraft();
  if (opened?.draft.tile !== 'srtport' || !isAsForced(opened.draft)) return;
  const { taken } = opened.context;
  const port = freeSrtPort([...(taken?.core ?? []), ...(yield* call(fetchHeldPorts))]);
  const now = (yield* selectOpenDraft())?.draft;
  // The operator may have been faster to enter one.
  if (now?.tile !== 'srtport' || !isAsForced(now)) return;
  yield* put(videoSettingsChanged({ ...now.video.settings, address: srtListener(port) }));
}

/** A new source gets a key of its own, because the id of the channel is public. A stored source keeps its key; the one of HLS is the core's. */
function* drawKey() {
  const draft = (yield* selectOpenDraft())?.draft;
  if (!draft || !isAsForced(draft) || (pushOf(draft.video)?.type ?? 'hls') === 'hls') return;
  if (draft.before && draft.tile === draft.storedTile) return;
  const random = yield* host('random');
  const { settings } = draft.video;
  yield* put(videoSettingsChanged({ ...settings, push: { ...Object(settings.push), name: newPushKey(random) } }));
}
