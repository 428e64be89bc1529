import { call } from 'typed-redux-saga';
import { METADATA_KEY } from '../../../api/processIds.ts';
import { type GlobalMetadata, parseGlobalMetadata, storedAs } from '../../../media/stored/metadata.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { isGroup } from '../../../media/stored/storedSchemas.ts';
import { host } from '../../gate/host/host.ts';
import { readableOf } from './readProcess.ts';
import { NOT_STORED, quietly } from './saveProcess.ts';

/** What is stored on the core for everybody. Throws a CoreError. */
export function* readGlobalSettings() {
  const core = yield* host('core');
  const all = yield* call(core.metadataAll);
  return storedAs(parseGlobalMetadata, all[METADATA_KEY]);
}

/** What is stored for everybody: what is not changed stays as it is, read or not. Throws what `saveProcess` throws. */
export function* saveGlobalSettings(change: (stored: GlobalMetadata) => GlobalMetadata) {
  const core = yield* host('core');
  const at = { key: METADATA_KEY };
  const { [METADATA_KEY]: before = null } = yield* call(core.metadataAll);
  const stored = readableOf(storedAs(parseGlobalMetadata, before));
  const changed = Object.entries(change(stored)).filter(([key, value]) => !sameJson(value, Reflect.get(stored, key)));
  const body = { ...(isGroup(before) ? before : stored), ...Object.fromEntries(changed) };
  try {
    yield* call(core.metadataSet, { ...at, body });
    const { [METADATA_KEY]: written } = yield* call(core.metadataAll);
    if (!sameJson(written, body)) throw new Error(NOT_STORED);
  } catch (error) {
    yield* call(quietly, () => core.metadataSet({ ...at, body: before }));
    throw error;
  }
}
