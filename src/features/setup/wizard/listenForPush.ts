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

/** Returns the stream names that other channels expect or send. Throws a CoreError. */
function* namesInUse() {
  const core = yield* host('core');
  const { list } = yield* select(({ channel }: WithChannels) => channel);
  const ids = list.filter(({ available }) => available).map(({ id }) => id);
  if (ids.length === 0) return [];
  const processes = yield* call(core.processes, { id: ids.map(ingestId).join(','), filter: 'metadata' });
  return processes.flatMap((process) => {
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

const MOST = 3;

/** Actions that enter or leave the waiting step; each restarts the listener (takeLatest). */
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

/** Waits for a pushed stream and continues. After going back to this step, the stream must stop and arrive again. */
export function* listenForPush(arrival: UnknownAction) {
  if (tileChosen.match(arrival)) {
    yield* call(drawKey);
    yield* call(drawPort);
  }
  if ((yield* openWizard())?.at.step !== 'videoSettings') return;
  const open = yield* selectOpenDraft();
  if (!open) return;
  const { draft, context } = open;
  const { channel, video } = draft;
  // The stored source of a channel arrives all the time.
  if (!pushOf(video) || !settingsReady(video, context) || isAsBefore('video', draft, context)) return;
  let awaited = tileChosen.match(arrival);
  let previous: readonly string[] | null = null;
  let before: ArrivalFault | null = null;
  let uploaded: number | null | undefined;
  yield* poll('firstPublished', function* () {
    const now = yield* openWizard();
    const push = now && pushOf(now.draft.video);
    if (!push) return;
    if (push.type === 'hls') {
      const time = yield* call(fetchUploadTime, channel);
      // An existing playlist may be a leftover of an encoder until its time changes.
      if (awaited && uploaded !== undefined && time !== null && time !== uploaded) yield* put(videoProbeRequested());
      awaited ||= time === null;
      uploaded = time;
      return;
    }
    const published = yield* fetchPublished(push.type);
    const all = published.map(({ name }) => name);
    const arrived = published.find(({ name }) => isPublished([name], channel, push));
    const hasArrived = arrived !== undefined;
    const fault = arrivalFaultOf(arrived?.stream ?? null, open.context);
    // Encoders may send the audio a moment before the video.
    const isFirst = fault?.kind === 'audio-only' && before?.kind !== fault.kind;
    before = fault;
    if (isFirst) return;
    const isKnown = !hasArrived || arrived.stream !== null;
    if (isKnown && !sameJson(fault, now.arrival ?? null)) yield* put(arrivalJudged(fault));
    if (fault !== null) awaited = true;
    const others = hasArrived ? [] : keysIn(all, channel, push).slice(0, MOST);
    // Keys that other channels expect are not offered. They are loaded only when strangers arrive.
    if (others.length > 0) previous ??= yield* call(namesInUse);
    const strangers = others.filter((name) => !previous?.includes(name));
    if (!sameJson(strangers, now.strangers ?? [])) yield* put(strangersHeard(strangers));
    if (hasArrived && awaited && fault === null) yield* put(videoProbeRequested());
    awaited ||= !hasArrived;
  });
}

/** Proposes a port that no process of the core uses, running or not. The probe detects ports used by other programs. */
function* drawPort() {
  const open = yield* selectOpenDraft();
  if (open?.draft.tile !== 'srtport' || !isAsForced(open.draft)) return;
  const { taken: usedPorts } = open.context;
  const port = freeSrtPort([...(usedPorts?.core ?? []), ...(yield* call(fetchHeldPorts))]);
  const now = (yield* selectOpenDraft())?.draft;
  // The operator may have entered one meanwhile.
  if (now?.tile !== 'srtport' || !isAsForced(now)) return;
  yield* put(videoSettingsChanged({ ...now.video.settings, address: srtListener(port) }));
}

/** Gives a new source its own key, because the channel id is public. HLS uses the key of the core. */
function* drawKey() {
  const draft = (yield* selectOpenDraft())?.draft;
  if (!draft || !isAsForced(draft) || (pushOf(draft.video)?.type ?? 'hls') === 'hls') return;
  if (draft.before && draft.tile === draft.storedTile) return;
  const random = yield* host('random');
  const { settings } = draft.video;
  yield* put(videoSettingsChanged({ ...settings, push: { ...Object(settings.push), name: newPushKey(random) } }));
}
