import { call, put, takeLatest } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import { catalogLabels } from '../../../catalog/catalogLabels.ts';
import type { Installation } from '../../../media/bundle/installation.ts';
import { type DeclaredRecord, entryStates } from '../../../media/declaration/declaredRecord.ts';
import { maskText } from '../../../media/masking/mask.ts';
import { describeDifferences, type Phrase } from '../../../media/revision/describeDifferences.ts';
import { entryOf } from '../../../media/revision/storedEntries.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { untilLoggedOut } from '../../gate/session/untilLoggedOut.ts';
import { readRecord } from '../../setup/bundle/applyDeclaration.ts';
import { secretsOfPublication } from '../../setup/bundle/readCoreFacts.ts';
import { readInstallation } from '../../setup/bundle/readInstallation.ts';
import { declarationOpened, declarationRead } from './slice.ts';

export function* declarationSaga() {
  yield* takeLatest(declarationOpened, untilLoggedOut(catchSagaErrors(read)));
}

function* read() {
  try {
    const record = yield* call(readRecord);
    if (record === null) return yield* put(declarationRead(null));
    return yield* put(declarationRead(shown(record, yield* call(readInstallation))));
  } catch (error) {
    // The cards of the screen say that the core does not respond.
    if (!(error instanceof CoreError)) throw error;
    return yield* put(declarationRead(null));
  }
}

function shown(record: DeclaredRecord, installation: Installation) {
  const { at, fault, failure } = record;
  const states = entryStates(record.entries, installation, secretsOfPublication);
  const left = new Set([...record.conflicts, ...record.incomplete]);
  const changed = [...states].flatMap(([key, state]) =>
    state === 'same' || left.has(key) ? [] : [subjectOf(key, record, installation)],
  );
  return {
    ...{ at, fault, failure: failure === null ? null : maskText(failure) },
    conflicts: record.conflicts.map((key) => subjectOf(key, record, installation)),
    incomplete: record.incomplete.map((key) => subjectOf(key, record, installation)),
    changed,
  };
}

/** As in previews and earlier versions. What was removed has its name only. */
function subjectOf(key: string, { entries }: DeclaredRecord, { processes, metadata }: Installation): Phrase {
  const { kind, name } = entryOf(key) ?? { kind: 'setting', name: key };
  const value =
    kind === 'process'
      ? processes.find(({ id }) => id === name)
      : kind === 'setting' && Object.hasOwn(metadata, name)
        ? metadata[name]
        : undefined;
  const [described] = value === undefined ? [] : describeDifferences({}, { [key]: value }, catalogLabels);
  return described?.subject ?? { text: '{{0}}', values: [entries[key]?.name ?? name] };
}
