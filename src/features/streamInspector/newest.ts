import { call } from 'typed-redux-saga';
import { codeOf } from '../../api/error.ts';
import { playlistFile, type Storage } from '../../media/hls/hls.ts';
import type { SegmentFigures } from '../../media/hls/segment/figures.ts';
import { parseSegment } from '../../media/hls/segment/index.ts';
import { besides, parsePlaylist, type Segment } from '../../media/hls/segment/playlist.ts';
import { host } from '../runtime/host.ts';

/** A piece of the stream as it was taken from the core. */
export interface StreamPiece {
  /** null: it cannot be read. */
  figures: SegmentFigures | null;
  sound: Uint8Array | null;
}

/** The newest of a stream, and the way to those before it. */
export interface Newest extends StreamPiece {
  name: string;
  /** What of it lies apart from the picture, else the same: segments before the newest one, newest first. */
  earlier: readonly Place[];
}

interface Place extends Segment {
  /** The playlist that names it. */
  list: string;
}

/** What a look takes from the core. */
export interface TakenBytes {
  /** In this look. */
  bytes: number;
  /** By path, what does not change while the stream goes on: the master playlist and the init of segments. */
  kept: Map<string, Uint8Array>;
}

/** Whether there is a playlist yet. One that is requested and missing would be an error in the log of the browser, each time. */
export function* isStored(channel: string, storage: Storage) {
  const core = yield* host('core');
  const glob = playlistFile(channel);
  try {
    const files = yield* call(storage === 'memfs' ? core.memFiles : core.diskFiles, { glob });
    return files.length > 0;
  } catch (error) {
    if (codeOf(error) === 404) return false; // a core without memory storage
    throw error;
  }
}

/** A file of the core, null when it is gone; throws other errors of the core. */
function* taken(storage: Storage, path: string, cost: TakenBytes) {
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
  const bytes = cost.kept.get(path) ?? (yield* call(taken, storage, path, cost));
  if (bytes) cost.kept.set(path, bytes);
  return bytes;
}

function* listed(storage: Storage, file: string, cost: TakenBytes) {
  const bytes = cost.kept.get(file) ?? (yield* call(taken, storage, file, cost));
  const list = bytes && parsePlaylist(new TextDecoder().decode(bytes));
  if (bytes && list?.kind === 'master') cost.kept.set(file, bytes);
  return list;
}

function* placesIn(storage: Storage, file: string, cost: TakenBytes) {
  const list = yield* call(listed, storage, file, cost);
  return list?.kind === 'media' ? list.segments.map((segment): Place => ({ ...segment, list: file })).toReversed() : [];
}

/** The segments of picture and sound, newest first; `sound` null: it lies with the picture. */
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

/** What one segment is made of; null when it is gone already. */
export function* pieceAt({ list, uri, map }: Place, storage: Storage, cost: TakenBytes) {
  const [path, begun] = [besides(list, uri), map === null ? null : besides(list, map)];
  const bytes = path === null ? null : yield* call(taken, storage, path, cost);
  const init = begun === null ? null : yield* call(takenOnce, storage, begun, cost);
  if (!bytes || (map !== null && !init)) return null;
  const parsed = parseSegment(bytes, init);
  const piece: StreamPiece = { figures: parsed?.figures ?? null, sound: parsed?.sound ?? null };
  return piece;
}

/** @param known the one that was looked at last: it is not fetched again */
export function* newestOf(channel: string, storage: Storage, known: string, cost: TakenBytes) {
  const { picture, sound } = yield* call(renditions, channel, storage, cost);
  const [place, ...earlier] = picture;
  if (!place) return 'none' as const;
  if (place.uri === known) return 'same' as const;
  const seen = yield* call(pieceAt, place, storage, cost);
  if (!seen) return 'none' as const;
  const [heardAt, ...heardBefore] = sound ?? [];
  const heard = heardAt ? yield* call(pieceAt, heardAt, storage, cost) : null;
  const newest: Newest = {
    name: place.uri,
    figures: seen.figures && { ...seen.figures, audio: heard?.figures?.audio ?? seen.figures.audio },
    sound: heard?.sound ?? seen.sound,
    earlier: sound ? heardBefore : earlier,
  };
  return newest;
}
