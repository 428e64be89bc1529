import { msg } from '../i18n/msg.ts';

/** Codes of failures that never got an HTTP status. */
export const NETWORK_FAILURE = -1;
export const NOT_AS_EXPECTED = -2;

/** Why nothing came back, and what to do: of a core that cannot be reached, and of one that took longer than we wait. */
export const AWAY = msg('Make sure the core is running and its address is correct.');
export const LATE = msg('The core did not respond in time. Try again in a moment.');
/** A file of the interface. After an update of the server it has another name, which a new page knows. */
export const NOT_LOADED = msg('Part of the interface could not be loaded. Reload the page.');

/**
 * A failed call to the core. `code`: HTTP status, -1 for a network failure, -2 for an answer that breaks the contract.
 * `details`: the reasons in the error body of the core. `fields`: refused config values by dotted name (status 409).
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

/** An answer came, and the place of it that is named is needed and not what the contract says. */
export const unreadAnswer = (place: string) =>
  new CoreError(NOT_AS_EXPECTED, msg("The core's response could not be read"), [place]);

/** Whether something answered, whatever it said. */
export const wasAnswered = (error: unknown) => error instanceof CoreError && error.code !== NETWORK_FAILURE;

/** The core itself does not take our token. Nothing else a renewal can fail with ends a login. */
export const isRefusal = (error: unknown): boolean => error instanceof CoreError && /^40[13]$/.test(`${error.code}`);

/** The code of a thrown value, or null when it did not come from a call to the core. */
export const codeOf = (error: unknown): number | null => (error instanceof CoreError ? error.code : null);
