/** npm run vectors -- FILE... [--kind K]... [--level L]; exit code 1 if a vector fails. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { confusionOf, isRecordings, recordingsIn, summaryOf, sumsOf } from './judgeRecordedFailures.ts';
import { judgeVectors, messageOf, type Verdicts } from './judgeVectors.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** A group, kind or coder; repeated or separated by commas. */
    kind: { type: 'string', multiple: true, default: [] },
    level: { type: 'string', default: '1.1.0' },
  },
});
const kinds = values.kind.flatMap((kind) => kind.split(',')).filter((kind) => kind !== '');

function judgedCauses(file: unknown, name: string): Verdicts {
  const logOf = (log: string) => {
    const logFile = path.join(path.dirname(name), log);
    return existsSync(logFile) ? readFileSync(logFile, 'utf8') : null;
  };
  const recordings = recordingsIn(file, logOf);
  const sums = sumsOf(recordings);
  for (const line of [...confusionOf(recordings), ...summaryOf(sums)]) print(line);
  const passed = recordings.length - sums.wrong.length - sums.unknown;
  return { passed, stated: new Map(), failed: sums.isGood ? [] : [`${name}: too few causes are named`], quirks: 0 };
}

function judged(name: string): Verdicts {
  try {
    const file: unknown = JSON.parse(readFileSync(name, 'utf8'));
    if (isRecordings(file)) return judgedCauses(file, name);
    return judgeVectors(file, { level: values.level, kinds });
  } catch (error) {
    const failed = [`${name}: ${messageOf(error)}`];
    return { passed: 0, stated: new Map(), failed, quirks: 0 };
  }
}

let passed = 0;
let failed = 0;
let quirks = 0;
const stated = new Map<string, number>();
if (positionals.length === 0) print('Name at least one file of vectors.');
for (const name of positionals) {
  const verdicts = judged(name);
  for (const line of verdicts.failed) print(line);
  for (const [reason, count] of verdicts.stated) stated.set(reason, (stated.get(reason) ?? 0) + count);
  passed += verdicts.passed;
  failed += verdicts.failed.length;
  quirks += verdicts.quirks;
}
for (const [reason, count] of stated) print(`${count} passed with a stated difference: ${reason}`);
if (passed + failed === 0) print('No vector matches.');
if (quirks > 0) print(`${quirks} left out: they record oddities that need not be matched`);
print(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
