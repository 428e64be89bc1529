import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import * as z from 'zod';
import { TemplateError } from '../viewer/website/storedTemplate.ts';

/** Ends a template with an endless loop. */
const PATIENCE_MS = 5_000;
const MEMORY_MB = 128;

const Answer = z.union([
  z.object({ pages: z.array(z.string()) }),
  z.object({ error: z.string(), line: z.nullable(z.number()) }),
]);

/** Runs in a thread, which can be ended. Rejects with the fault in the template. */
export async function renderTemplate(
  template: string,
  data: readonly object[],
  patienceMs = PATIENCE_MS,
): Promise<string[]> {
  // The package contains compiled scripts.
  const thread = new Worker(new URL(`./renderTemplateThread${extname(import.meta.filename)}`, import.meta.url), {
    workerData: { template, data },
    // A template must not read environment variables.
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
