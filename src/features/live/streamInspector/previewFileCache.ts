import { playlistFile } from '../../../media/hls/hlsFiles.ts';

/** Picture and sound apart: three segments of each. */
const MOST_FILES = 6;
const MOST_BYTES = 32 * 1024 * 1024;

/** By path in the storage of the core, oldest first; null: nobody reads them. */
let files: Map<string, Uint8Array> | null = null;

/** The source panel reads what the preview has fetched anyway. Until it looks, nothing is kept. */
export function startKeepingFiles() {
  files = new Map();
}

export function stopKeepingFiles() {
  files = null;
}

const sizeOf = (kept: Map<string, Uint8Array>) => [...kept.values()].reduce((sum, { length }) => sum + length, 0);

/** @param buffer is copied: the player hands it on to its worker */
export function keepPreviewFile(path: string, buffer: ArrayBuffer) {
  if (!files || buffer.byteLength > MOST_BYTES) return;
  files.delete(path);
  files.set(path, new Uint8Array(buffer.slice(0)));
  for (const oldest of files.keys()) {
    if (files.size <= MOST_FILES && sizeOf(files) <= MOST_BYTES) return;
    files.delete(oldest);
  }
}

/** null: the preview has not fetched it, or it was long ago. */
export const previewFile = (path: string): Uint8Array | null => files?.get(path) ?? null;

/** The path of a file in the storage of a channel's playlist; null: it lies elsewhere. Both addresses are those of the player. */
export function storagePath(address: string, playlist: string, channel: string): string | null {
  const root = playlist.slice(0, -playlistFile(channel).length);
  const [file = ''] = address.split(/[?#]/);
  return file.startsWith(`${root}/`) ? file.slice(root.length) : null;
}
