import { runAgent } from './runAgent.ts';

/** As a program of its own, and as the core's with "agent" in front. */
const [, , first, second] = process.argv;
runAgent(first === 'agent' ? second : first).catch((error: unknown) => {
  process.stderr.write(`sluice agent: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
