import { inputFault, type Message } from '../form/fieldValues.ts';
import { authTab, PASSWORD } from './auth.ts';

/** Checks the password of the first user like a later one. */
export function newPasswordFault(password: string): Message | null {
  const field = authTab.fields[PASSWORD];
  return field?.kind === 'secret' ? inputFault(field, password) : null;
}
