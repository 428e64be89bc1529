import { isMainThread } from 'node:worker_threads';

/**
 * The agent: a child of the embedded core, or a program beside a core, by itself or as the core's with "agent" in front. Its
 * other thread is the journal. Each loads nothing of the other: that would be twice the memory.
 */
async function run([first, second]: readonly string[]): Promise<void> {
  if (!isMainThread) (await import('./journalWorker.ts')).serveJournal();
  else await (await import('./runTask.ts')).runTask(first === 'agent' ? second : first);
}

// No await out here, as the bundle (harness/tools/build/server.ts) is a script that could not wait.
run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`sluice agent: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
