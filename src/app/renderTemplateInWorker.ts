import * as z from 'zod/mini';
import { msg } from '../i18n/msg.ts';
import { TemplateError } from '../viewer/website/storedTemplate.ts';

/** Ends a template with an endless loop. */
const PATIENCE_MS = 5_000;

const Answer = z.union([
  z.object({ pages: z.array(z.string()) }),
  z.object({ error: z.string(), line: z.nullable(z.number()) }),
]);

/** Rejects with a TemplateError, or with an Error if the template was not started. */
export function renderTemplateInWorker(template: string, data: readonly object[]): Promise<string[]> {
  const worker = new Worker(new URL('render.js', document.baseURI));
  return new Promise<string[]>((resolve, reject) => {
    const patience = setTimeout(() => reject(new Error(msg('Rendering does not finish.'))), PATIENCE_MS);
    worker.onmessage = (event: MessageEvent<unknown>) => {
      clearTimeout(patience);
      const answer = Answer.parse(event.data);
      if ('pages' in answer) resolve(answer.pages);
      else reject(new TemplateError(answer.error, answer.line));
    };
    worker.onerror = (event) => {
      clearTimeout(patience);
      reject(new Error(event.message || msg('The template engine could not be loaded.')));
    };
    worker.postMessage({ template, data });
  }).finally(() => worker.terminate());
}
