import { TemplateError } from '../website/storedTemplate.ts';
import { renderTemplate } from '../website/template.ts';

/** Runs in a worker: a template of the operator touches neither the page nor its storage, and can be ended. */
addEventListener('message', ({ data: { template, data } }: MessageEvent<{ template: string; data: object[] }>) => {
  try {
    postMessage({ pages: data.map((of) => renderTemplate(template, of)) });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    postMessage({ error: message, line: error instanceof TemplateError ? error.line : null });
  }
});
