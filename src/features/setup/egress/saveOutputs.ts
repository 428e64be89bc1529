import { call } from 'typed-redux-saga';
import { CoreError, codeOf } from '../../../api/error.ts';
import { ingestId } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { host } from '../../gate/host/host.ts';
import { exclusively, write } from '../../shared/saving/exclusively.ts';
import { readProcess } from '../../shared/saving/readProcess.ts';
import { restoreProcess, saveProcess } from '../../shared/saving/saveProcess.ts';
import type { PublicationOutputs, SavedPublication } from './publicationDraft.ts';

/** The outputs as stored. `on`: the first one is wanted; null: it is new, or its state is unknown. */
type OutputsBefore = Pick<PublicationOutputs, 'backup'> & { on: boolean | null };

/**
 * Writes the processes of a publication, the first output first: its metadata names the process of the second one, so who
 * is cut off between them leaves a publication whose backup is missing, and its next save adds it. What fails leaves all
 * as it was, and where the channel is gone nothing stays: no interface would list it. Throws what `saveProcess` throws.
 */
export function* saveOutputs(saved: SavedPublication, before: OutputsBefore) {
  yield* exclusively(() => save(saved, before));
}

function* save({ primary, backup }: SavedPublication, { backup: found, on }: OutputsBefore) {
  const before = yield* call(saveProcess, primary);
  try {
    if (backup) {
      const was = yield* call(saveProcess, backup);
      if (was === null && on !== null) yield* call(command, backup.process.id, on);
    } else if (found?.process) yield* call(remove, found.process.id);
  } catch (error) {
    yield* call(restoreProcess, primary, before);
    throw error;
  }
  if (yield* call(readProcess, ingestId(primary.process.reference))) return;
  for (const { process } of backup ? [backup, primary] : [primary]) yield* call(remove, process.id);
  throw new Error(msg('Main channel not found'));
}

/** It is as the first one is: the core has started it only where it starts with the core. */
function* command(id: string, on: boolean) {
  const core = yield* host('core');
  yield* call(() => core.processCommand({ id, body: { command: on ? 'start' : 'stop' } }));
}

function* remove(id: string) {
  const core = yield* host('core');
  try {
    yield* write(() => core.processDelete({ id }));
  } catch (error) {
    if (!(error instanceof CoreError) || codeOf(error) !== 404) throw error;
  }
}
