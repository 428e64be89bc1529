import { defineConfig } from 'vitest/config';

// A new seed per run finds new failures; it is printed to repeat one.
const seed = process.env.SEED ?? String(Date.now() % 1_000_000);
process.stdout.write(`SEED=${seed}\n`);

/** Runs each target for FUZZ_SECONDS: 10 in `make fuzz`, 3 in `make test`; two files at a time. */
export default defineConfig({
  test: { include: ['harness/test/fuzz/*.fuzz.ts'], env: { SEED: seed }, maxWorkers: 2 },
});
