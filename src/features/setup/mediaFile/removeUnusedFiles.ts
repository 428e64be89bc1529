import { call, put, select } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import { ingestId } from '../../../api/processIds.ts';
import type { Source } from '../../../media/encoding/profile.ts';
import { loopFilesGlob } from '../../../media/process/loopFileProcess.ts';
import { parseIngestMetadata } from '../../../media/stored/metadata.ts';
import { host } from '../../gate/host/host.ts';
import { exclusively, SaveConflict, write } from '../../shared/saving/exclusively.ts';
import { NewerMetadata, readableOf, readMetadata } from '../../shared/saving/readProcess.ts';
import { unusedFiles } from './checkLoopFile.ts';
import { filesSwept, type WithMediaFile } from './slice.ts';

const addressesOf = (sources: readonly Pick<Source, 'type' | 'settings'>[]): string[] =>
  sources.flatMap(({ type, settings: { address } }) =>
    (type === 'videoloop' || type === 'audioloop') && typeof address === 'string' && address !== '' ? [address] : [],
  );

/** @param before sources that were stored until now */
export function* removeUnusedFiles(channel: string, before: readonly Source[] = []) {
  const files = yield* select(({ mediaFile: { made } }: WithMediaFile) => made);
  const paths = [...addressesOf(before), ...files.flatMap((file) => (file.channel === channel ? [file.path] : []))];
  if (paths.length === 0) return;
  try {
    yield* exclusively(() => remove(channel, paths));
  } catch (error) {
    // The files in use are unknown, so none is removed; the next form that closes retries.
    if (!(error instanceof CoreError || error instanceof NewerMetadata || error instanceof SaveConflict)) throw error;
  }
}

/** Runs within `exclusively`, so that no save can start using one of the files meanwhile. */
function* remove(channel: string, paths: readonly string[]) {
  const core = yield* host('core');
  const stored = readableOf(yield* readMetadata(ingestId(channel), parseIngestMetadata));
  const used = addressesOf(stored?.sources ?? []);
  const unused = unusedFiles(yield* call(core.diskFiles, { glob: loopFilesGlob(channel) }), { used, ours: paths });
  for (const path of unused) yield* write('diskDelete', { path });
  yield* put(filesSwept(unused));
}

export function* removeOwnFiles() {
  const files = yield* select(({ mediaFile: { made } }: WithMediaFile) => made);
  for (const channel of new Set(files.map((file) => file.channel))) yield* call(removeUnusedFiles, channel);
}
