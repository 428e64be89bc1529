import { isMainThread } from 'node:worker_threads';

export type { AgentNotice, AgentOrder } from './agentMessages.ts';

/**
 * The agent: a child of the embedded core, or a program beside a core. It ends this process, or is the journal of another
 * thread.
 * @param task `release` gives publications their channels back, and ends
 */
export async function runAgent(task: string | undefined): Promise<void> {
  // Each without the rest of the other: the journal would take twice the memory.
  if (isMainThread) await (await import('./runTask.ts')).runTask(task);
  else (await import('./journalWorker.ts')).serveJournal();
}
