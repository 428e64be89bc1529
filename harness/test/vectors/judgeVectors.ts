import { isDeepStrictEqual } from 'node:util';
import { type Case, type Group, isGroup } from './case.ts';
import { coderCases } from './coders.ts';
import { intendedDifferences } from './intendedDifferences.ts';
import { processCases } from './processes.ts';
import { recordedCases } from './recordedInstallationCases.ts';
import { serviceCases } from './services.ts';
import { sourceCases } from './sourceCases.ts';

const formats: Record<string, (file: Group, level: string) => Case[]> = {
  'source test vectors v1': sourceCases,
  'coder test vectors v1': coderCases,
  'process test vectors v1': processCases,
  'service facts': serviceCases,
  'recorded processes': recordedCases,
};

export type WantedLevels = { level: string; kinds: string[] };
export type Verdicts = {
  passed: number;
  stated: Map<string, number>;
  failed: string[];
  /** Vectors that record odd behavior of another product. */
  quirks: number;
};

export function judgeVectors(file: unknown, { level, kinds }: WantedLevels): Verdicts {
  const format = formatOf(file);
  const cases = formats[format];
  if (!cases || !isGroup(file)) throw new Error(`The format '${format}' is not known here.`);
  const selected = cases(file, level).filter(
    (vector) =>
      (vector.level === null || vector.level === 'both' || vector.level === level) &&
      (kinds.length === 0 || vector.names.some((name) => kinds.includes(name))),
  );
  return judgeCases(selected);
}

export function judgeCases(cases: readonly Case[]): Verdicts {
  const verdicts: Verdicts = { passed: 0, stated: new Map(), failed: [], quirks: 0 };
  for (const vector of cases) {
    if (vector.quirk) verdicts.quirks += 1;
    else weigh(vector, verdicts);
  }
  return verdicts;
}

function formatOf(file: unknown): string {
  if (!isGroup(file)) return 'nothing';
  if (file.format !== undefined) return String(file.format);
  // These files have no format.
  if (Array.isArray(file.services)) return 'service facts';
  return isGroup(file.interfaces) ? 'recorded processes' : 'undefined';
}

function weigh(vector: Case, verdicts: Verdicts): void {
  const compared = (value: unknown) => plain(vector.compared?.(value) ?? value);
  let actual: unknown;
  try {
    actual = compared(plain(vector.actual()));
  } catch (error) {
    verdicts.failed.push(`${vector.id}: ${messageOf(error)}`);
    return;
  }
  if (isDeepStrictEqual(actual, compared(plain(vector.expected)))) {
    verdicts.passed += 1;
    return;
  }
  const { reasons, ...restatement } = restated(vector);
  const expected = compared(restatement.expected);
  if (isDeepStrictEqual(actual, expected)) {
    verdicts.passed += 1;
    for (const reason of reasons) verdicts.stated.set(reason, (verdicts.stated.get(reason) ?? 0) + 1);
    return;
  }
  verdicts.failed.push(`${vector.id}: ${difference(actual, expected, '').join('; ')}`);
}

/** Applies the intended differences, and returns the reasons of those with an effect. */
function restated(vector: Case): { expected: unknown; reasons: string[] } {
  let expected = plain(vector.expected);
  const reasons: string[] = [];
  for (const { reason, about, rewrite } of intendedDifferences) {
    if (!vector.names.includes(about)) continue;
    const changed = plain(rewrite(expected, vector));
    if (isDeepStrictEqual(changed, expected)) continue;
    expected = changed;
    reasons.push(reason);
  }
  return { expected, reasons };
}

// As after a transfer: plain JSON.
const plain = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)));

function difference(actual: unknown, expected: unknown, path: string): string[] {
  if (isDeepStrictEqual(actual, expected)) return [];
  if (isGroup(actual) && isGroup(expected)) {
    const keys = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
    return keys.flatMap((key) => difference(actual[key], expected[key], path === '' ? key : `${path}.${key}`));
  }
  return [`${path || 'value'} is ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`];
}

export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ');
