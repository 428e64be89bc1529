import { defineConfig } from 'vitest/config';

// A new seed for each run, printed and passed to all files.
const seed = process.env.SEED ?? String(Date.now() % 1_000_000);
process.stdout.write(`SEED=${seed}\n`);

/** Each target runs for FUZZ_SECONDS: 10 in `make fuzz`, 3 in `make test`. */
export default defineConfig({
  test: { include: ['harness/test/fuzz/*.fuzz.ts'], env: { SEED: seed }, maxWorkers: 2 },
});
