/** What is wrong with a template of the operator. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  /** Of the author's own text, from 1 on; null where the engine does not say it. */
  readonly line: number | null;

  constructor(message: string, line: number | null) {
    super(message);
    this.line = line;
  }
}

/**
 * A template lies below the web root, where anybody can open it as a page of the interface's origin. For Handlebars
 * this line is a comment; for a browser all that follows it is plain text.
 */
export const INERT = '{{!-- <plaintext> --}}';

export const isInert = (template: string) => template.startsWith(INERT);
/** The template as its author wrote it. */
export const plain = (template: string) => (isInert(template) ? template.slice(INERT.length).trimStart() : template);
export const inertTemplate = (template: string) => (isInert(template) ? template : `${INERT}\n${template}`);
