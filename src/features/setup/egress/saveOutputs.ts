import { call } from 'typed-redux-saga';
import { CoreError, codeOf } from '../../../api/error.ts';
import { ingestId } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { host } from '../../gate/host/host.ts';
import { exclusively, SaveConflict, write } from '../../shared/saving/exclusively.ts';
import { readProcess } from '../../shared/saving/readProcess.ts';
import { restoreProcess, saveProcess } from '../../shared/saving/saveProcess.ts';
import type { PublicationOutputs, SavedPublication } from './publicationDraft.ts';

/** The stored outputs. `on`: whether the first should run; null: new or unknown. */
type OutputsBefore = Pick<PublicationOutputs, 'backup'> & { on: boolean | null };

/**
 * Writes the first output first, because its metadata names the second; the next save adds a missing backup. A failure
 * restores the previous state, and nothing stays if the channel is gone. Throws the errors of `saveProcess`.
 */
export function* saveOutputs(saved: SavedPublication, before: OutputsBefore) {
  yield* exclusively(() => save(saved, before));
}

function* save({ primary, backup }: SavedPublication, { backup: found, on }: OutputsBefore) {
  const before = yield* call(saveProcess, primary);
  try {
    if (backup) {
      const previous = yield* call(saveProcess, backup);
      if (previous === null && on !== null) yield* call(command, backup.process.id, on);
    } else if (found?.process) yield* call(remove, found.process.id);
  } catch (error) {
    try {
      yield* call(restoreProcess, primary, before);
    } catch (again) {
      throw again instanceof SaveConflict ? again : error;
    }
    throw error;
  }
  if (yield* call(readProcess, ingestId(primary.process.reference))) return;
  for (const { process } of backup ? [backup, primary] : [primary]) yield* call(remove, process.id);
  throw new Error(msg('Main channel not found'));
}

/** The core starts a new process only if autostart is on, so both are set to the same state. */
function* command(id: string, on: boolean) {
  const core = yield* host('core');
  yield* call(() => core.processCommand({ id, body: { command: on ? 'start' : 'stop' } }));
}

function* remove(id: string) {
  try {
    yield* write('processDelete', { id });
  } catch (error) {
    if (!(error instanceof CoreError) || codeOf(error) !== 404) throw error;
  }
}
