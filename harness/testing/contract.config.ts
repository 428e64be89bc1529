import { existsSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that take minutes, the longest first: begun last, they alone would be waited for. */
const LONG = [
  ...['harness/headless/killed', 'harness/accepts/accepts', 'harness/headless/sources', 'server/faults/login'],
  ...['harness/receivers/receivers', 'server/faults/ffmpeg', 'server/conformance/replay', 'server/faults/folders'],
].map((name) => path.resolve(`${name}.test.ts`));
const missing = LONG.filter((file) => !existsSync(file));
if (missing.length > 0) throw new Error(`No such test: ${missing.join(', ')}`);

const placeOf = ({ moduleId }: TestSpecification) => (LONG.includes(moduleId) ? LONG.indexOf(moduleId) : LONG.length);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

/** The embedded core is held to the recordings of a real one, and the test streams to ffprobe. It mostly waits. */
export default defineConfig({
  test: {
    include: ['{server,harness}/**/*.test.ts'],
    maxWorkers: 5,
    // A machine with other work is slow, and nothing is wrong with what waits for it.
    testTimeout: 30_000,
    sequence: { sequencer: LongestFirst },
  },
});
