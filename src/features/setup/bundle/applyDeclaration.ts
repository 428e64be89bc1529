import { call, type SagaGenerator } from 'typed-redux-saga';
import { DECLARED_KEY } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import type { Bundle, BundleText } from '../../../media/bundle/bundle.ts';
import type { CoreFacts } from '../../../media/bundle/importPlan.ts';
import type { Installation } from '../../../media/bundle/installation.ts';
import { type DeclaredRecord, parseDeclaredRecord } from '../../../media/declaration/declaredRecord.ts';
import {
  type DeclaredDifferenceKind,
  type DeclaredPlan,
  keyOfStep,
  planDeclaration,
  recordedEntries,
} from '../../../media/declaration/planDeclaration.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { host } from '../../gate/host/host.ts';
import { forgetAnswers } from '../../shared/saving/forgetAnswers.ts';
import { applyPlan, type ImportProgress, type ImportResult } from './applyPlan.ts';
import { readCoreFacts } from './readCoreFacts.ts';
import { readInstallation } from './readInstallation.ts';

/** Why a declaration is refused as a whole. `place`: its file or folder. */
export interface DeclarationFault extends BundleText {
  readonly place: string;
}

interface ReadDeclaration {
  readonly declared: DeclaredPlan;
  readonly record: DeclaredRecord | null;
  readonly installation: Installation;
  readonly facts: CoreFacts;
}

/** Throws a CoreError, or an Error if the record was written by a newer version. Writes nothing. */
export function* readDeclaredPlan(bundle: Bundle): SagaGenerator<ReadDeclaration> {
  const facts = yield* call(readCoreFacts);
  const record = yield* call(readRecord);
  const installation = yield* call(readInstallation, bundle.files);
  return { declared: planDeclaration(bundle, installation, facts, record), record, installation, facts };
}

export interface DeclarationResult extends Pick<ImportResult, 'done' | 'failure'> {
  readonly declared: DeclaredPlan;
}

/**
 * Applies what a declaration has changed since the last time, and records it. An unchanged declaration writes nothing.
 * After an interruption, the next call continues. Throws like `readDeclaredPlan`.
 */
export function* applyDeclaration(
  bundle: Bundle,
  planned: (plan: DeclaredPlan) => void,
  progressed: (progress: ImportProgress) => void,
): SagaGenerator<DeclarationResult> {
  const { declared, record, installation, facts } = yield* call(readDeclaredPlan, bundle);
  const { steps } = declared.plan;
  planned(declared);
  const { done, failure } = yield* call(applyPlan, declared.plan, progressed);
  const applied = new Set(done.map(({ step }) => keyOfStep(step)));
  const skipped = new Set(steps.map(keyOfStep).filter((key) => !applied.has(key)));
  const afterwards = steps.length === 0 ? installation : yield* call(readInstallation, bundle.files);
  yield* call(store, record, {
    entries: recordedEntries(bundle, declared, skipped, record, afterwards, facts.secretsOf),
    fault: null,
    conflicts: keysOf(declared, 'conflict'),
    incomplete: keysOf(declared, 'incomplete'),
    failure: failure?.reason ?? null,
  });
  return { declared, done, failure };
}

const keysOf = ({ differences }: DeclaredPlan, wanted: DeclaredDifferenceKind): string[] =>
  differences.flatMap(({ kind, key }) => (kind === wanted ? [key] : []));

/** Shows operators why nothing was applied. Throws like `readDeclaredPlan`. */
export function* noteDeclarationFault({ place, text, values }: DeclarationFault) {
  const record = yield* call(readRecord);
  yield* call(store, record, {
    entries: record?.entries ?? {},
    fault: { place, text, values: [...values] },
    ...{ conflicts: [], incomplete: [], failure: null },
  });
}

/** Null without one. Throws a CoreError, or an Error if it was written by a newer version. */
export function* readRecord() {
  const core = yield* host('core');
  yield* forgetAnswers();
  const { [DECLARED_KEY]: raw = null } = yield* call(core.metadataAll);
  const record = parseDeclaredRecord(raw);
  // Without it, changes by operators would be overwritten.
  if (raw !== null && record === null) throw new Error(NEWER_RECORD);
  return record;
}

const NEWER_RECORD = msg('The declared installation was recorded by a newer version. Update this one.');

function* store(before: DeclaredRecord | null, next: Omit<DeclaredRecord, 'version' | 'at'>) {
  const core = yield* host('core');
  const now = yield* host('now');
  const isSame = before !== null && sameJson({ ...before, at: 0 }, { version: 1, at: 0, ...next });
  if (!isSame) yield* call(core.metadataSet, { key: DECLARED_KEY, body: { version: 1, at: now(), ...next } });
}
