import { call } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import { IMPORT_KEY, type ImportNote } from '../../../media/stored/unfinishedSave.ts';
import { host } from '../../gate/host/host.ts';

/** Throws a CoreError, in which case nothing may be written. */
export function* noteImport(progress: Omit<ImportNote, 'at'>) {
  const core = yield* host('core');
  const now = yield* host('now');
  yield* call(core.metadataSet, { key: IMPORT_KEY, body: { at: now(), ...progress } });
}

/** A failure leaves a note, which the next session reports. */
export function* dropImportNote() {
  const core = yield* host('core');
  try {
    yield* call(core.metadataSet, { key: IMPORT_KEY, body: null });
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
  }
}
