import { call } from 'typed-redux-saga';
import type { ArrivingStream } from '../../../api/arrivingStream.ts';
import { codeOf } from '../../../api/error.ts';
import type { PushType } from '../../../media/address/pushAddress.ts';
import { isRenditionName } from '../../../media/address/renditionTransport.ts';
import { arrivingStreamOf } from '../../../media/coreInfo/arrivingStreams.ts';
import { pushedPlaylist } from '../../../media/hls/hlsFiles.ts';
import { host } from '../../gate/host/host.ts';

/**
 * RTMP names include the app. Empty for HLS, whose files outlive the encoder, and if the server is off. Throws a
 * CoreError.
 */
export function* fetchPublishedNames(type: PushType) {
  return (yield* fetchPublished(type)).map(({ name }) => name);
}

interface ArrivingChannel {
  name: string;
  stream: ArrivingStream | null;
}

export function* fetchPublished(type: PushType) {
  const none: ArrivingChannel[] = [];
  if (type === 'hls') return none;
  const core = yield* host('core');
  try {
    const all: ArrivingChannel[] =
      type === 'srt'
        ? Object.keys((yield* call(core.srt)).publisher).map((name) => ({ name, stream: null }))
        : (yield* call(core.rtmp)).map((channel) => ({ name: channel.name, stream: arrivingStreamOf(channel) }));
    return all.filter(({ name }) => !isRenditionName(name));
  } catch (error) {
    if (codeOf(error) === 404) return none; // the server is off
    throw error;
  }
}

/** Returns unix seconds of the core, or null. A playlist outlives its encoder. Throws a CoreError. */
export function* fetchUploadTime(channel: string) {
  const core = yield* host('core');
  const path = `/ingest/${pushedPlaylist(channel)}`;
  const files = yield* call(core.memFiles, { glob: path });
  return files.find(({ name }) => name === path)?.last_modified ?? null;
}
