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
