import { catalogLabels } from '../../../src/catalog/catalogLabels.ts';
import { conflictText } from '../../../src/features/moving/bundleImport/conflictTexts.ts';
import { changesOfStep } from '../../../src/features/moving/bundleImport/importPreview.ts';
import { differenceText } from '../../../src/features/moving/differenceText.ts';
import { inEnglish } from '../../../src/headless/inEnglish.ts';
import { sanitizeDisplayText } from '../../../src/i18n/sanitizeDisplayText.ts';
import type { ImportConflict, ImportPlan, ImportStep, ProcessStep } from '../../../src/media/bundle/importPlan.ts';
import type { DeclaredDifferenceKind, DeclaredPlan } from '../../../src/media/declaration/planDeclaration.ts';
import type { Word } from '../../../src/media/revision/describeDifferences.ts';

const verbOf = ({ change, wanted }: ProcessStep): string =>
  ({ added: 'add', changed: 'change', described: 'describe', ordered: wanted.order })[change];

/** One line that cannot control the terminal, whatever names the file has. */
export const describeStep = (step: ImportStep): string => sanitizeDisplayText(phraseStep(step), LONGEST_LINE);

const LONGEST_LINE = 1000;

function phraseStep(step: ImportStep): string {
  switch (step.kind) {
    case 'servers':
      return 'change the RTMP and SRT servers (the core restarts)';
    case 'file':
      return `${step.before ? 'replace' : 'add'} ${step.file.path}`;
    case 'metadata':
      return `${step.before === undefined ? 'add' : 'change'} ${step.key}`;
    case 'removal':
      return `remove "${step.name}" (${step.id})`;
    case 'process':
      return [
        `${verbOf(step)} ${step.name === step.wanted.id ? step.name : `"${step.name}" (${step.wanted.id})`}`,
        ...(step.restarts ? ['restarts'] : []),
        ...(step.missing.length > 0 ? [`stopped, without ${step.missing.join(', ')}`] : []),
      ].join(', ');
  }
}

/** `reason`: of the core, which may repeat names. */
export const describeFailure = ({ step, reason }: { readonly step: ImportStep; readonly reason: string }): string =>
  `${describeStep(step)}: ${sanitizeDisplayText(reason, LONGEST_LINE)}`;

/** Uses the sentences of the interface. */
function describeConflict(conflict: ImportConflict): string {
  const { text, values } = conflictText(conflict, (size) => `${size} bytes`);
  const reason = conflict.kind === 'unserved' ? [fillText(conflict.reason.text, conflict.reason.values)] : [];
  return sanitizeDisplayText(['!', fillText(text, values), ...reason].join(' '), LONGEST_LINE);
}

/** Fills `{{0}}`, `{{1}}` and so on. Values may come from a file. */
export const fillText = (text: string, values: readonly string[]): string =>
  text.replace(/\{\{(\d)\}\}/g, (_, at: string) => sanitizeDisplayText(values[Number(at)] ?? '', LONGEST_LINE));

/** `noun`: one of them. */
export const counted = (count: number, noun: string): string =>
  inEnglish(`{{count}} ${noun}s`, { count, defaultValue_one: `{{count}} ${noun}` });

const wordText = (word: Word): string => (typeof word === 'string' ? word : inEnglish(word.text));

const describeChanges = (step: ImportStep): string[] =>
  changesOfStep(step, catalogLabels).map(
    (row) => `  ${sanitizeDisplayText(differenceText(row, { word: wordText, t: inEnglish }), LONGEST_LINE)}`,
  );

/** One line per step, per value that it changes and per conflict, and the sum. */
export const describePlan = ({ steps, conflicts, unchanged }: ImportPlan): string[] => [
  ...steps.flatMap((step) => [describeStep(step), ...describeChanges(step)]),
  ...conflicts.map(describeConflict),
  `${counted(steps.length, 'step')}, ${counted(conflicts.length, 'conflict')}, ${unchanged.length} unchanged`,
];

const REASONS: Readonly<Record<DeclaredDifferenceKind, string>> = {
  kept: 'changed here since, and kept',
  conflict: 'changed both here and in the declaration, and not applied',
  undeclared: 'no longer declared, and kept here',
  unsafe: 'not written: only a browser can clean an SVG, so use a PNG or JPEG',
  incomplete: 'not written: its secret is not in the file',
};

/** One line per step, per conflict and per entry that is left alone, and the sum. */
export const describeDeclared = ({ plan, differences }: DeclaredPlan): string[] => [
  ...(plan.steps.length > 0 ? describePlan(plan) : []),
  ...differences.map(({ kind, name, key }) =>
    sanitizeDisplayText(`~ "${name}" (${key}): ${REASONS[kind]}`, LONGEST_LINE),
  ),
  ...(plan.steps.length === 0 ? ['nothing to apply'] : []),
];
