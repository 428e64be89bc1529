import { existsSync } from 'node:fs';
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Test files that take minutes, longest first, so that none of them runs alone at the end. */
const LONG = [
  ...[
    'harness/test/headless/killed',
    'harness/test/core/conformance/replay',
    'harness/test/accepts/accepts',
    'harness/test/headless/sources',
  ],
  ...[
    'harness/test/core/faults/login',
    'harness/test/receivers/receivers',
    'harness/test/core/faults/folders',
    'harness/test/core/faults/ffmpeg',
  ],
].map((name) => path.resolve(`${name}.test.ts`));
const missing = LONG.filter((file) => !existsSync(file));
if (missing.length > 0) throw new Error(`No such test: ${missing.join(', ')}`);

const placeOf = ({ moduleId }: TestSpecification) => (LONG.includes(moduleId) ? LONG.indexOf(moduleId) : LONG.length);

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
