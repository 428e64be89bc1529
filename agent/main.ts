import { runTask } from './runTask.ts';

/** A child of the embedded core, or a program beside a core: by itself, or as the core's with "agent" in front. */
const [, , first, second] = process.argv;

// No await out here, as the bundle (harness/tools/build/server.ts) is a script that could not wait.
runTask(first === 'agent' ? second : first).catch((error: unknown) => {
  process.stderr.write(`sluice agent: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
