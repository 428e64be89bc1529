import { call } from 'typed-redux-saga';
import type { ArrivingStream } from '../../../api/arrivingStream.ts';
import { codeOf } from '../../../api/error.ts';
import type { PushType } from '../../../media/address/pushAddress.ts';
import { isRenditionName } from '../../../media/address/renditionTransport.ts';
import { arrivingStreamOf } from '../../../media/coreInfo/arrivingStreams.ts';
import { pushedPlaylist } from '../../../media/hls/hlsFiles.ts';
import { host } from '../../gate/host/host.ts';

/**
 * Names of the streams that are published to a server of the core, with the app of RTMP in front; without those that the
 * core makes of others. Empty where that server is off, and for HLS: its files stay when an encoder has stopped. Throws a
 * CoreError.
 */
export function* fetchPublishedNames(type: PushType) {
  return (yield* fetchPublished(type)).map(({ name }) => name);
}

interface ArrivingChannel {
  name: string;
  /** null: the core does not say what arrives. */
  stream: ArrivingStream | null;
}

/** The same, each with what arrives. */
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

/**
 * When the playlist of a channel was last uploaded (unix time of the core in seconds); null: there is none. The one of an
 * encoder that has stopped stays. Throws a CoreError.
 */
export function* fetchUploadTime(channel: string) {
  const core = yield* host('core');
  const path = `/ingest/${pushedPlaylist(channel)}`;
  const files = yield* call(core.memFiles, { glob: path });
  return files.find(({ name }) => name === path)?.last_modified ?? null;
}
