import { METADATA_KEY } from '../../api/processIds.ts';
import type { Bundle } from '../bundle/bundle.ts';
import { metadataOwner, valuesOf } from '../bundle/bundleOf.ts';
import { bundlePathOf } from '../bundle/bundlePath.ts';
import { channelOfKey } from '../bundle/globalKeys.ts';
import {
  type CoreFacts,
  DEFAULT_CHOICES,
  type ImportConflict,
  type ImportPlan,
  type ImportStep,
  type ProcessStep,
} from '../bundle/importPlan.ts';
import type { Installation, InstalledProcess } from '../bundle/installation.ts';
import { pagesOf, planImport } from '../bundle/planImport.ts';
import { processName } from '../bundle/processName.ts';
import { channelOfProcess } from '../bundle/processOrder.ts';
import { entryKey } from '../revision/storedEntries.ts';
import { isGroup } from '../stored/storedSchemas.ts';
import {
  type DeclaredEntry,
  type DeclaredRecord,
  entryStates,
  fileFingerprint,
  fingerprintOf,
  processFingerprint,
  settingFingerprint,
  withoutEmptyIn,
} from './declaredRecord.ts';

/**
 * `kept`: changed or removed here since, and not in the declaration. `conflict`: changed in both. `undeclared`: no longer
 * declared, and not removed here. `unsafe`: a drawing that only a browser can clean. `incomplete`: a setting without
 * its secret. None of them is applied.
 */
export type DeclaredDifferenceKind = 'kept' | 'conflict' | 'undeclared' | 'unsafe' | 'incomplete';

export interface DeclaredDifference {
  readonly kind: DeclaredDifferenceKind;
  readonly key: string;
  readonly name: string;
}

export interface DeclaredPlan {
  /** Only what the declaration has changed since it was applied last. */
  readonly plan: ImportPlan;
  readonly differences: readonly DeclaredDifference[];
}

/** An entry without what the core stores of it. */
type Declared = Omit<DeclaredEntry, 'stored'>;

/**
 * Compares a declaration with the core and with what was applied last. At the first start, everything is applied.
 * Nothing is written.
 */
export function planDeclaration(
  bundle: Bundle,
  installation: Installation,
  facts: CoreFacts,
  record: DeclaredRecord | null,
): DeclaredPlan {
  const plan = planImport(bundle, installation, facts, DEFAULT_CHOICES);
  const known = record?.entries ?? {};
  const isFirst = Object.keys(known).length === 0;
  const states = entryStates(known, installation, facts.secretsOf);
  const declared = declaredEntries(bundle);
  const differences: DeclaredDifference[] = [];
  const steps = plan.steps.flatMap((step): ImportStep[] => {
    const key = keyOfStep(step);
    const wanted = declared.get(key);
    if (!wanted) return [];
    const differs = (kind: DeclaredDifferenceKind) => {
      differences.push({ kind, key, name: wanted.name });
      return [];
    };
    if (step.kind === 'file' && /\.svg$/i.test(step.file.path)) return differs('unsafe');
    if (isFirst) return [step];
    const before = Object.hasOwn(known, key) ? known[key] : undefined;
    const isChanged = before?.declared !== wanted.declared;
    const isChangedHere = before ? states.get(key) !== 'same' : existsBefore(step);
    const isStepOfProcess = step.kind === 'process' && step.before !== null;
    const isOrdered = before !== undefined && before.order !== wanted.order;
    if (isStepOfProcess && (!isChanged || step.change === 'ordered')) {
      if (isChangedHere && step.change !== 'ordered') differs('kept');
      return isOrdered ? orderStep(step, wanted) : [];
    }
    if (!isChanged) return isChangedHere ? differs('kept') : [];
    if (isChangedHere) return differs('conflict');
    return [isStepOfProcess && !isOrdered ? withOrderOf(step, step.before) : step];
  });
  const left = Object.entries(known).flatMap(([key, { name }]): DeclaredDifference[] =>
    declared.has(key) || states.get(key) === 'removed' ? [] : [{ kind: 'undeclared', key, name }],
  );
  // Processes are stored without their secret, and stopped.
  const incomplete = plan.conflicts.flatMap((conflict): DeclaredDifference[] => {
    const key = conflict.kind === 'secret-missing' ? entryKey('setting', conflict.id) : '';
    const wanted = declared.get(key);
    return wanted ? [{ kind: 'incomplete', key, name: wanted.name }] : [];
  });
  const applied = new Set(steps.map(keyOfStep));
  return {
    plan: {
      ...plan,
      steps,
      pages: pagesOf(steps),
      // Changes of channels are expected here, and settings that are not touched are no concern.
      conflicts: plan.conflicts.filter(
        (conflict) =>
          conflict.kind !== 'channel-exists' &&
          (!('id' in conflict) || isKept(conflict) || applied.has(entryKey('process', conflict.id))),
      ),
    },
    differences: [...differences, ...incomplete, ...left],
  };
}

type KeptConflict = Extract<ImportConflict, { kind: 'newer' | 'key-kept' }>;

/** Whether what the core has stays unchanged, without a step. */
const isKept = (conflict: ImportConflict): conflict is KeptConflict =>
  conflict.kind === 'newer' || conflict.kind === 'key-kept';

/** The `entryKey` of what a step writes. */
export function keyOfStep(step: ImportStep): string {
  switch (step.kind) {
    case 'process':
      return entryKey('process', step.wanted.id);
    case 'metadata':
      return entryKey('setting', step.key);
    case 'file':
      return entryKey('file', step.file.path);
    case 'removal':
      return entryKey('process', step.id);
    case 'servers':
      return 'servers';
  }
}

const existsBefore = (step: ImportStep): boolean =>
  'before' in step && step.before !== null && step.before !== undefined;

/** An operator may have stopped it, which is no change of its settings. */
const withOrderOf = (step: ProcessStep, before: InstalledProcess | null): ProcessStep =>
  before === null || step.missing.length > 0 ? step : { ...step, wanted: { ...step.wanted, order: before.order } };

function orderStep(step: ProcessStep, { order }: Declared): ProcessStep[] {
  const { before } = step;
  if (before === null || order === null || before.order === order || step.missing.length > 0) return [];
  return [{ ...step, change: 'ordered', restarts: false, wanted: { ...before, order } }];
}

function declaredEntries(bundle: Bundle): ReadonlyMap<string, Declared> {
  const entries = new Map<string, Declared>();
  for (const process of bundle.processes) {
    const values = valuesOf(bundle, process.id);
    entries.set(entryKey('process', process.id), {
      name: processName(process),
      channel: channelOfProcess(process) ?? '',
      declared: fingerprintOf({ ...withoutEmptyIn(process), values }),
      order: process.order,
      parts: Object.keys(process.metadata),
      secrets: values !== null,
    });
  }
  for (const [key, value] of Object.entries(bundle.metadata)) {
    const values = valuesOf(bundle, metadataOwner(key));
    entries.set(entryKey('setting', key), {
      name: key,
      channel: channelOfKey(key) ?? '',
      declared: fingerprintOf({ value, values }),
      order: null,
      parts: key === METADATA_KEY && isGroup(value) ? Object.keys(value) : [],
      secrets: values !== null,
    });
  }
  for (const { path, sha256 } of bundle.files)
    entries.set(entryKey('file', path), {
      ...{ name: path, channel: bundlePathOf(path)?.channel ?? '', declared: sha256 },
      ...{ order: null, parts: [], secrets: false },
    });
  return entries;
}

/**
 * Returns the entries to record after an application. What was not applied keeps its entry, so that it still differs.
 *
 * @param skipped keys of entries that were planned, and not applied
 * @param afterwards what the core stores now, with the hashes of files
 */
export function recordedEntries(
  bundle: Bundle,
  { plan, differences }: DeclaredPlan,
  skipped: ReadonlySet<string>,
  before: DeclaredRecord | null,
  afterwards: Installation,
  secretsOf: CoreFacts['secretsOf'],
): Readonly<Record<string, DeclaredEntry>> {
  const kept = new Set([
    ...skipped,
    ...differences.map(({ key }) => key),
    // Without a step, these were not even planned.
    ...plan.conflicts.flatMap((conflict) =>
      isKept(conflict) ? [entryKey('process', conflict.id), entryKey('setting', conflict.id)] : [],
    ),
  ]);
  const conflicting = new Set([
    ...skipped,
    ...differences.flatMap(({ kind, key }) => (kind === 'conflict' ? [key] : [])),
  ]);
  const processes = new Map(afterwards.processes.map((process) => [process.id, process]));
  const files = new Map(afterwards.files.map((file) => [file.path, file]));
  const storedOf = (key: string, entry: Declared): string | null => {
    const process = processes.get(key.slice('process:'.length));
    if (key.startsWith('process:')) return process ? processFingerprint(process, entry, secretsOf) : null;
    const file = files.get(key.slice('file:'.length));
    if (key.startsWith('file:')) return file ? fileFingerprint(file) : null;
    const name = key.slice('setting:'.length);
    return Object.hasOwn(afterwards.metadata, name) ? settingFingerprint(name, afterwards.metadata[name], entry) : null;
  };
  const entries = [...declaredEntries(bundle)].flatMap(([key, entry]): [string, DeclaredEntry][] => {
    const known = before && Object.hasOwn(before.entries, key) ? before.entries[key] : undefined;
    const stored = kept.has(key) ? null : storedOf(key, entry);
    if (stored !== null) return [[key, { ...entry, stored }]];
    // Its state is declared apart from its settings.
    const order = conflicting.has(key) ? known?.order : entry.order;
    return known ? [[key, { ...known, order: order ?? null }]] : [];
  });
  return Object.fromEntries(entries);
}
