/**
 * `unreachable`: no answer of the core. `login`: the core wants another login, or a first user. `refused`: the core or
 * the interface said no. `timeout`: it took too long. `stopped`: `stop()` was called meanwhile.
 */
export type HeadlessErrorCode = 'unreachable' | 'login' | 'refused' | 'timeout' | 'stopped';

/** Why a method failed, in English; `code` for programs. */
export class HeadlessError extends Error {
  override readonly name = 'HeadlessError';
  readonly code: HeadlessErrorCode;

  constructor(code: HeadlessErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
