import { call } from 'typed-redux-saga';
import { METADATA_KEY } from '../../../api/processIds.ts';
import { type GlobalMetadata, parseGlobalMetadata, storedAs } from '../../../media/stored/metadata.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { isGroup } from '../../../media/stored/storedSchemas.ts';
import { host } from '../../gate/host/host.ts';
import { exclusively, SaveConflict, write } from './exclusively.ts';
import { quietly } from './quietly.ts';
import { readableOf } from './readProcess.ts';
import { NOT_STORED } from './saveProcess.ts';

export function* readGlobalSettings() {
  return storedAs(parseGlobalMetadata, yield* readRaw());
}

function* readRaw() {
  const core = yield* host('core');
  const { [METADATA_KEY]: raw = null } = yield* call(core.metadataAll);
  return raw;
}

/** Undoes a failed save unless others have changed the settings since. Throws what `saveProcess` throws. */
export function* saveGlobalSettings(change: (stored: GlobalMetadata) => GlobalMetadata) {
  yield* exclusively(function* () {
    const before = yield* readRaw();
    const stored = readableOf(storedAs(parseGlobalMetadata, before));
    const changes = Object.entries(change(stored)).filter(([key, value]) => !sameJson(value, Reflect.get(stored, key)));
    const body = { ...(isGroup(before) ? before : stored), ...Object.fromEntries(changes) };
    try {
      yield* store(body);
      if (!sameJson(yield* readRaw(), body)) throw new Error(NOT_STORED);
    } catch (error) {
      throw (yield* takeBack(before, body)) ? error : new SaveConflict();
    }
  });
}

function* store(body: unknown) {
  yield* write('metadataSet', { key: METADATA_KEY, body });
}

function* takeBack(before: unknown, own: unknown) {
  let isOthers = false;
  yield* call(quietly, function* () {
    const now = yield* readRaw();
    isOthers = !sameJson(now, own) && !sameJson(now, before);
    if (sameJson(now, own)) yield* store(before);
  });
  return !isOthers;
}
