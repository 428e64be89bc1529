import { codeOf, isRefusal } from '../../../api/error.ts';
import { msg } from '../../../i18n/msg.ts';
import { reasonOf } from '../host/catchSagaErrors.ts';

const REMEDIES: Readonly<Record<number, string>> = {
  // Of the core where too many wait at the same time, of a proxy where too many were tried within a minute
  429: msg('Too many login attempts. Try again in a minute.'),
  500: msg('The core failed to carry out the request. Its log shows the reason.'),
};

/** What to do after a login that failed. Only the core's own refusal is about the username and the password. */
export const loginFailureRemedy = (error: unknown): string =>
  isRefusal(error) ? msg('Check the username and password.') : (REMEDIES[codeOf(error) ?? 0] ?? reasonOf(error));
