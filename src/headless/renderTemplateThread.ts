import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod';
import { TemplateError } from '../viewer/website/storedTemplate.ts';
import { renderTemplate } from '../viewer/website/template.ts';

const Work = z.object({ template: z.string(), data: z.array(z.record(z.string(), z.unknown())) });

const { template, data } = Work.parse(workerData);
try {
  parentPort?.postMessage({ pages: data.map((values) => renderTemplate(template, values)) });
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  parentPort?.postMessage({ error: message, line: error instanceof TemplateError ? error.line : null });
}
