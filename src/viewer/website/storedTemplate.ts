export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  /** Line in the author's text, starting at 1; null if unknown. */
  readonly line: number | null;

  constructor(message: string, line: number | null) {
    super(message);
    this.line = line;
  }
}

/**
 * Templates are public files of the interface's origin. This line is a comment for Handlebars; a browser shows the
 * rest as plain text.
 */
export const INERT = '{{!-- <plaintext> --}}';

export const isInert = (template: string) => template.startsWith(INERT);
export const plain = (template: string) => (isInert(template) ? template.slice(INERT.length).trimStart() : template);
export const inertTemplate = (template: string) => (isInert(template) ? template : `${INERT}\n${template}`);
