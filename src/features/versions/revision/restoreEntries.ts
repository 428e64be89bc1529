import { call } from 'typed-redux-saga';
import type { InstalledProcess } from '../../../media/bundle/installation.ts';
import type { RestoreStep } from '../../../media/revision/restoreSteps.ts';
import type { ProcessEntry } from '../../../media/revision/storedEntries.ts';
import { inertTemplate } from '../../../viewer/website/storedTemplate.ts';
import { deleteProcess, writeProcess } from '../../setup/bundle/writeProcess.ts';
import { write } from '../../shared/saving/exclusively.ts';

/** Writes the wanted entries. Call within `exclusively`; throws the errors of `writeProcess`. */
export function* restoreEntries(steps: readonly RestoreStep[]) {
  for (const step of steps) {
    if (step.kind === 'process') yield* call(restoreProcess, step);
    else if (step.kind === 'setting') yield* write('metadataSet', { key: step.name, body: step.wanted ?? null });
    else if (typeof step.wanted === 'string')
      yield* write('diskWrite', { path: step.name, body: inertTemplate(step.wanted) });
    else yield* write('diskDelete', { path: step.name });
  }
}

function* restoreProcess({ id, now, wanted }: Extract<RestoreStep, { kind: 'process' }>) {
  const planned = now ? installed(now, now.order) : null;
  if (wanted) {
    // A process that exists keeps running or stays stopped.
    yield* call(writeProcess, installed(wanted, now ? now.order : wanted.order), planned);
    for (const key of Object.keys(now?.metadata ?? {}))
      if (!Object.hasOwn(wanted.metadata, key)) yield* write('processMetadataSet', { id, key, body: null });
  } else if (planned) yield* call(deleteProcess, planned);
}

const installed = ({ config, metadata }: ProcessEntry, order: ProcessEntry['order']): InstalledProcess => ({
  ...{ id: config.id, reference: config.reference, config, metadata },
  order: order ?? (config.autostart ? 'start' : 'stop'),
});
