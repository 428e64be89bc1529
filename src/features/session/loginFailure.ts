import { codeOf, isRefusal, NETWORK_FAILURE } from '../../api/error.ts';
import { msg } from '../../i18n/msg.ts';
import { reasonOf } from '../safely.ts';

const REMEDIES: Readonly<Record<number, string>> = {
  // Of a browser: nothing came back, or not in time
  [NETWORK_FAILURE]: msg('Make sure the core is running and its address is correct.'),
  429: msg('Too many logins at the same time. Try again in a moment.'),
  500: msg('The core failed to carry out the request. Its log shows the reason.'),
};

/** What to do after a login that failed. Only the core's own refusal is about the username and the password. */
export const loginFailure = (error: unknown): string =>
  isRefusal(error) ? msg('Check the username and password.') : (REMEDIES[codeOf(error) ?? 0] ?? reasonOf(error));
