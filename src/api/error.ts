import { msg } from '../i18n/msg.ts';

export const NETWORK_FAILURE = -1;
export const NOT_AS_EXPECTED = -2;

export const AWAY = msg('Make sure the core is running and its address is correct.');
export const LATE = msg('The core did not respond in time. Try again in a moment.');
/** After an update, files of the interface have other names, which only a new page knows. */
export const NOT_LOADED = msg('Part of the interface could not be loaded. Reload the page.');

/**
 * `code`: HTTP status, -1 for a network failure, -2 for an unreadable answer. `fields`: rejected config values by
 * dotted name (status 409).
 */
export class CoreError extends Error {
  override readonly name = 'CoreError';
  readonly code: number;
  readonly details: readonly string[];
  readonly fields: Readonly<Record<string, readonly string[]>>;

  constructor(
    code: number,
    message: string,
    details: readonly string[] = [],
    fields: Readonly<Record<string, readonly string[]>> = {},
  ) {
    super(message);
    this.code = code;
    this.details = details;
    this.fields = fields;
  }
}

export const unreadAnswer = (place: string) =>
  new CoreError(NOT_AS_EXPECTED, msg("The core's response could not be read"), [place]);

export const wasAnswered = (error: unknown) => error instanceof CoreError && error.code !== NETWORK_FAILURE;

/** Whether the core itself rejects the token. Other failures of a renewal do not end a login. */
export const isRefusal = (error: unknown): boolean => error instanceof CoreError && /^40[13]$/.test(`${error.code}`);

/** Returns null for errors that are not from a call to the core. */
export const codeOf = (error: unknown): number | null => (error instanceof CoreError ? error.code : null);
