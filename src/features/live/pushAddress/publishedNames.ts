import { call } from 'typed-redux-saga';
import { codeOf } from '../../../api/error.ts';
import { type Push, type PushType, pushName } from '../../../media/address/pushAddress.ts';
import { isRenditionName } from '../../../media/address/renditionTransport.ts';
import { pushedPlaylist } from '../../../media/hls/hlsFiles.ts';
import { host } from '../../gate/host/host.ts';

/**
 * Names of the streams that are published to a server of the core, with the app of RTMP in front; without those that the
 * core makes of others. Empty where that server is off, and for HLS: its files stay when an encoder has stopped. Throws a
 * CoreError.
 */
export function* fetchPublishedNames(type: PushType) {
  if (type === 'hls') return [];
  const core = yield* host('core');
  const isPushed = (name: string) => !isRenditionName(name);
  try {
    if (type === 'srt') return Object.keys((yield* call(core.srt)).publisher).filter(isPushed);
    return (yield* call(core.rtmp)).map(({ name }) => name).filter(isPushed);
  } catch (error) {
    if (codeOf(error) === 404) return []; // the server is off
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

export const isPublished = (names: readonly string[], channel: string, push: Push): boolean =>
  names.some((name) => `/${name}`.endsWith(`/${pushName(channel, push)}`));
