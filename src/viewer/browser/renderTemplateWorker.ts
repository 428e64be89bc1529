import { TemplateError } from '../website/storedTemplate.ts';
import { renderTemplate } from '../website/template.ts';

/** A worker, so that an operator's template has no access to page and storage and can be ended. */
addEventListener('message', ({ data: { template, data } }: MessageEvent<{ template: string; data: object[] }>) => {
  try {
    postMessage({ pages: data.map((page) => renderTemplate(template, page)) });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    postMessage({ error: message, line: error instanceof TemplateError ? error.line : null });
  }
});
