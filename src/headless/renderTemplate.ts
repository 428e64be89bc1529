import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import * as z from 'zod';
import { TemplateError } from '../viewer/website/storedTemplate.ts';

/** A template that takes longer does not come to an end. */
const PATIENCE_MS = 5_000;
const MEMORY_MB = 128;

const Answer = z.union([
  z.object({ pages: z.array(z.string()) }),
  z.object({ error: z.string(), line: z.nullable(z.number()) }),
]);

/** Fills in a template once for each set of data, in a thread that can be ended. Rejects with what is wrong with it. */
export async function renderTemplate(
  template: string,
  data: readonly object[],
  patienceMs = PATIENCE_MS,
): Promise<string[]> {
  // In the package, both are scripts.
  const thread = new Worker(new URL(`./renderTemplateThread${extname(import.meta.filename)}`, import.meta.url), {
    workerData: { template, data },
    // What the operator wrote has no business with what this program was started with.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const patience = AbortSignal.timeout(patienceMs);
  try {
    const [message] = await once(thread, 'message', { signal: patience });
    const answer = Answer.parse(message);
    if ('error' in answer) throw new TemplateError(answer.error, answer.line);
    return answer.pages;
  } catch (error) {
    if (patience.aborted) throw new Error('It does not come to an end.');
    throw error;
  } finally {
    await thread.terminate();
  }
}
