import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod';
import { rendered } from '../viewer/website/template.ts';

const Work = z.object({ template: z.string(), data: z.array(z.record(z.string(), z.unknown())) });

const { template, data } = Work.parse(workerData);
try {
  parentPort?.postMessage({ pages: data.map((of) => rendered(template, of)) });
} catch (error) {
  parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) });
}
