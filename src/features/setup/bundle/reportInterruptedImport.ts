import { call, delay, put } from 'typed-redux-saga';
import { msg } from '../../../i18n/msg.ts';
import { IMPORT_KEY, parseImportNote } from '../../../media/stored/unfinishedSave.ts';
import { host } from '../../gate/host/host.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { forgetAnswers } from '../../shared/saving/forgetAnswers.ts';
import { dropImportNote } from '../../shared/saving/importNote.ts';

/** An import that goes on changes its note more often. */
const AT_WORK_MS = 30_000;

/** Says what a closed page or a killed core has left undone. Throws a CoreError. */
export function* reportInterruptedImport() {
  const before = yield* call(readNote);
  if (before === null) return;
  yield* delay(AT_WORK_MS);
  const note = yield* call(readNote);
  if (note === null || note.at !== before.at) return;
  yield* put(
    noticed(
      'warning',
      msg('An import was interrupted after {{0}} of {{1}} steps. Import the same file again: it continues there.'),
      String(note.done),
      String(note.of),
    ),
  );
  yield* dropImportNote();
}

function* readNote() {
  const core = yield* host('core');
  yield* forgetAnswers();
  const { [IMPORT_KEY]: raw } = yield* call(core.metadataAll);
  return parseImportNote(raw);
}
