import { call } from 'typed-redux-saga';
import { wasAnswered } from '../../../api/error.ts';
import { METADATA_KEY, RENDITION_KEY } from '../../../api/processIds.ts';
import type { RestoreStep } from '../../../media/revision/restoreSteps.ts';
import type { ProcessEntry } from '../../../media/revision/storedEntries.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { isGroup } from '../../../media/stored/storedSchemas.ts';
import { host } from '../../gate/host/host.ts';
import { write } from '../../shared/saving/exclusively.ts';
import { NOT_STORED, saveProcess } from '../../shared/saving/saveProcess.ts';

/** Writes the wanted entries. Call within `exclusively`; throws the errors of `saveProcess`. */
export function* restoreEntries(steps: readonly RestoreStep[]) {
  for (const step of steps) {
    if (step.kind === 'process') yield* call(restoreProcess, step);
    else if (step.kind === 'setting') yield* write('metadataSet', { key: step.name, body: step.wanted ?? null });
    else if (typeof step.wanted === 'string') yield* write('diskWrite', { path: step.name, body: step.wanted });
    else yield* write('diskDelete', { path: step.name });
  }
}

function* restoreProcess({ id, now, wanted }: Extract<RestoreStep, { kind: 'process' }>) {
  if (!wanted) {
    yield* write('processDelete', { id });
    return;
  }
  const { config, metadata } = wanted;
  const key = [METADATA_KEY, RENDITION_KEY].find((own) => isGroup(metadata[own])) ?? METADATA_KEY;
  const own = metadata[key];
  yield* call(saveProcess, { process: config, metadata: isGroup(own) ? own : null, key, lost: NOT_STORED });
  yield* restoreOtherMetadata(id, key, now?.metadata ?? {}, metadata);
  if (!now) yield* restoreOrder(id, wanted);
}

/** Metadata of other programs, and what was not there. */
function* restoreOtherMetadata(
  id: string,
  own: string,
  now: ProcessEntry['metadata'],
  wanted: ProcessEntry['metadata'],
) {
  const keys = new Set([...Object.keys(now), ...Object.keys(wanted)]);
  for (const key of keys) {
    const body = Object.hasOwn(wanted, key) ? wanted[key] : undefined;
    const isRestored = key === own && isGroup(body);
    if (!isRestored && !sameJson(now[key], body)) yield* write('processMetadataSet', { id, key, body: body ?? null });
  }
}

/** The core starts a new process only if autostart is on. */
function* restoreOrder(id: string, { config, order }: ProcessEntry) {
  if (order === undefined || (order === 'start') === config.autostart) return;
  const core = yield* host('core');
  try {
    yield* call(() => core.processCommand({ id, body: { command: order } }));
  } catch (error) {
    // It is restored, and its switch shows the state.
    if (!wasAnswered(error)) throw error;
  }
}
