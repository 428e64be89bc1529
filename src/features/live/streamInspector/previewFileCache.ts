import { playlistFile } from '../../../media/hls/hlsFiles.ts';

/** Three segments each of video and audio. */
const MOST_FILES = 6;
const MOST_BYTES = 32 * 1024 * 1024;

/** Keyed by path, oldest first; null: the panel is closed. */
let files: Map<string, Uint8Array> | null = null;

export function startKeepingFiles() {
  files = new Map();
}

export function stopKeepingFiles() {
  files = null;
}

const sizeOf = (cache: Map<string, Uint8Array>) => [...cache.values()].reduce((sum, { length }) => sum + length, 0);

/** @param buffer is copied, because the player transfers it to its worker */
export function keepPreviewFile(path: string, buffer: ArrayBuffer) {
  if (!files || buffer.byteLength > MOST_BYTES) return;
  files.delete(path);
  files.set(path, new Uint8Array(buffer.slice(0)));
  for (const oldest of files.keys()) {
    if (files.size <= MOST_FILES && sizeOf(files) <= MOST_BYTES) return;
    files.delete(oldest);
  }
}

export const previewFile = (path: string): Uint8Array | null => files?.get(path) ?? null;

/** Returns null if the file is not in the storage of the playlist. Both addresses are those of the player. */
export function storagePath(address: string, playlist: string, channel: string): string | null {
  const root = playlist.slice(0, -playlistFile(channel).length);
  const [file = ''] = address.split(/[?#]/);
  return file.startsWith(`${root}/`) ? file.slice(root.length) : null;
}
