import { call } from 'typed-redux-saga';
import { codeOf } from '../../../api/error.ts';
import { playlistFile, type Storage } from '../../../media/hls/hlsFiles.ts';
import { parseSegment } from '../../../media/hls/segment/parseSegment.ts';
import { besides, parsePlaylist, type Segment } from '../../../media/hls/segment/playlist.ts';
import type { SegmentFigures } from '../../../media/hls/segment/segmentFigures.ts';
import { host } from '../../gate/host/host.ts';
import { previewFile } from './previewFileCache.ts';

export interface StreamPiece {
  /** null: unreadable. */
  figures: SegmentFigures | null;
  sound: Uint8Array | null;
}

export interface Newest extends StreamPiece {
  name: string;
  /** Seconds since its end according to the playlist. The preview may not have fetched the newest one. */
  age: number;
  /** Segments before it, newest first; of the audio playlist if audio is separate. */
  earlier: readonly Place[];
}

interface Place extends Segment {
  list: string;
}

export interface TakenBytes {
  bytes: number;
  /** Master playlist and init segments by path, which do not change during a run. */
  kept: Map<string, Uint8Array>;
}

/** Lists the playlist first, because the browser would log an error for each missing one. */
export function* isStored(channel: string, storage: Storage) {
  const core = yield* host('core');
  const glob = playlistFile(channel);
  try {
    const files = yield* call(storage === 'memfs' ? core.memFiles : core.diskFiles, { glob });
    return files.length > 0;
  } catch (error) {
    if (codeOf(error) === 404) return false;
    throw error;
  }
}

/** Returns null if the file is gone. Throws other errors of the core. */
function* download(storage: Storage, path: string, cost: TakenBytes) {
  const fetched = previewFile(path);
  if (fetched) return fetched;
  const core = yield* host('core');
  try {
    const bytes = yield* call(core.fileBytes, { storage: storage === 'memfs' ? 'mem' : 'disk', path });
    if (!(bytes instanceof Uint8Array)) return null;
    cost.bytes += bytes.length;
    return bytes;
  } catch (error) {
    if (codeOf(error) === 404) return null;
    throw error;
  }
}

function* takenOnce(storage: Storage, path: string, cost: TakenBytes) {
  const bytes = cost.kept.get(path) ?? (yield* call(download, storage, path, cost));
  if (bytes) cost.kept.set(path, bytes);
  return bytes;
}

function* listed(storage: Storage, file: string, cost: TakenBytes) {
  const bytes = cost.kept.get(file) ?? (yield* call(download, storage, file, cost));
  const list = bytes && parsePlaylist(new TextDecoder().decode(bytes));
  if (bytes && list?.kind === 'master') cost.kept.set(file, bytes);
  return list;
}

function* placesIn(storage: Storage, file: string, cost: TakenBytes) {
  const list = yield* call(listed, storage, file, cost);
  return list?.kind === 'media' ? list.segments.map((segment): Place => ({ ...segment, list: file })).toReversed() : [];
}

/** Returns the segments, newest first; `sound` is null if audio is in the same segments. */
function* renditions(channel: string, storage: Storage, cost: TakenBytes) {
  const file = playlistFile(channel);
  const list = yield* call(listed, storage, file, cost);
  if (list?.kind !== 'master') {
    const segments = list?.segments.map((segment): Place => ({ ...segment, list: file })).toReversed() ?? [];
    return { picture: segments, sound: null };
  }
  const [picture, sound] = [besides(file, list.uri), list.audio === null ? null : besides(file, list.audio)];
  return {
    picture: picture === null ? [] : yield* call(placesIn, storage, picture, cost),
    sound: sound === null ? null : yield* call(placesIn, storage, sound, cost),
  };
}

export function* pieceAt({ list, uri, map }: Place, storage: Storage, cost: TakenBytes) {
  const [path, initPath] = [besides(list, uri), map === null ? null : besides(list, map)];
  const bytes = path === null ? null : yield* call(download, storage, path, cost);
  const init = initPath === null ? null : yield* call(takenOnce, storage, initPath, cost);
  if (!bytes || (map !== null && !init)) return null;
  const parsed = parseSegment(bytes, init);
  const piece: StreamPiece = { figures: parsed?.figures ?? null, sound: parsed?.sound ?? null };
  return piece;
}

/** The preview polls the playlist once per segment and may still be fetching, so it lags this many segments. */
const PREVIEW_BEHIND = 3;

const isFetched = ({ list, uri }: Place) => {
  const path = besides(list, uri);
  return path !== null && previewFile(path) !== null;
};

/** Prefers the newest segment that the preview has already fetched. */
function chosenOf(places: readonly Place[], previous: string | null) {
  const end = places.findIndex(({ uri }) => uri === previous);
  const recent = places.slice(0, end === -1 ? PREVIEW_BEHIND : Math.min(PREVIEW_BEHIND, end));
  const at = Math.max(0, recent.findIndex(isFetched));
  const age = places.slice(0, at).reduce((sum, { seconds }) => sum + seconds, 0);
  return { place: places[at], earlier: places.slice(at + 1), age };
}

/** @param previous name of the segment seen last, which is not fetched again */
export function* newestOf(channel: string, storage: Storage, previous: string, cost: TakenBytes) {
  const { picture, sound } = yield* call(renditions, channel, storage, cost);
  const { place, earlier, age } = chosenOf(picture, previous);
  if (!place) return 'none' as const;
  if (place.uri === previous) return 'same' as const;
  const video = yield* call(pieceAt, place, storage, cost);
  if (!video) return 'none' as const;
  const apart = chosenOf(sound ?? [], null);
  const audio = apart.place ? yield* call(pieceAt, apart.place, storage, cost) : null;
  const newest: Newest = {
    name: place.uri,
    age: apart.place ? apart.age : age,
    figures: video.figures && { ...video.figures, audio: audio?.figures?.audio ?? video.figures.audio },
    sound: audio?.sound ?? video.sound,
    earlier: sound ? apart.earlier : earlier,
  };
  return newest;
}
