import { call } from 'typed-redux-saga';
import type { ProcessConfig } from '../core/answers/process.ts';
import { codeOf } from '../core/error.ts';
import { METADATA_KEY } from '../core/ids.ts';
import { outside } from './outside.ts';

/** Update first; add what does not exist yet. Throws a CoreError. */
export function* upsertProcess(process: ProcessConfig) {
  const core = yield* outside('core');
  try {
    yield* call(core.processUpdate, { id: process.id, body: process });
  } catch (error) {
    if (codeOf(error) !== 404) throw error;
    yield* call(core.processAdd, { body: process });
  }
}

/**
 * The core drops the metadata of a process at each update, so it is written after it, and read back.
 * Throws a CoreError, or an Error with `lost` when the core did not keep it.
 */
export function* keepMetadata(id: string, metadata: object, lost: string) {
  const core = yield* outside('core');
  const at = { id, key: METADATA_KEY };
  yield* call(core.processMetadataSet, { ...at, body: metadata });
  const written = yield* call(core.processMetadata, at);
  if (typeof written !== 'object' || written === null) throw new Error(lost);
}
