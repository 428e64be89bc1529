import type { HeadlessErrorCode } from './types.ts';

/** `message` is in English, `code` for programs. */
export class HeadlessError extends Error {
  override readonly name = 'HeadlessError';
  readonly code: HeadlessErrorCode;

  constructor(code: HeadlessErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
