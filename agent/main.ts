import { runTask } from './runTask.ts';

/** A child of the embedded core, or a separate program: directly, or as "agent" of the core's bundle. */
const [, , first, second] = process.argv;

// No top-level await: the bundle (harness/tools/build/server.ts) is a CommonJS script.
runTask(first === 'agent' ? second : first).catch((error: unknown) => {
  process.stderr.write(`sluice agent: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
