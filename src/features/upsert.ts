import { call } from 'typed-redux-saga';
import type { ProcessConfig } from '../api/answers/process.ts';
import { codeOf } from '../api/error.ts';
import { METADATA_KEY } from '../api/ids.ts';
import { host } from './host.ts';

/** What other programs have stored with a process, by their keys. */
export type Others = Readonly<Record<string, unknown>>;

/**
 * Update first; add what does not exist yet. Throws a CoreError. Answers what others have stored with the process: the
 * core drops all metadata at each update, so the caller puts it back (`keepOthers`).
 */
export function* upsertProcess(process: ProcessConfig) {
  const core = yield* host('core');
  const others = yield* call(othersOf, process.id);
  try {
    yield* call(core.processUpdate, { id: process.id, body: process });
  } catch (error) {
    if (codeOf(error) !== 404) throw error;
    yield* call(core.processAdd, { body: process });
  }
  return others;
}

// Asked of the list: one that does not exist yet is no error there.
function* othersOf(id: string) {
  const core = yield* host('core');
  const found = yield* call(core.processes, { id, filter: 'metadata' });
  const { [METADATA_KEY]: _, ...others }: Others = found.find((process) => process.id === id)?.metadata ?? {};
  return others;
}

/** Throws a CoreError. */
export function* keepOthers(id: string, others: Others) {
  const core = yield* host('core');
  for (const [key, body] of Object.entries(others)) yield* call(core.processMetadataSet, { id, key, body });
}

/** After each update; read back. Throws a CoreError, or an Error with `lost` when the core did not keep it. */
export function* keepMetadata(id: string, metadata: object, lost: string) {
  const core = yield* host('core');
  const at = { id, key: METADATA_KEY };
  yield* call(core.processMetadataSet, { ...at, body: metadata });
  const written = yield* call(core.processMetadata, at);
  if (typeof written !== 'object' || written === null) throw new Error(lost);
}
