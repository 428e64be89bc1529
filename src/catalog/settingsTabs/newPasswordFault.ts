import { inputFault, type Message } from '../form/fieldValues.ts';
import { authTab, PASSWORD } from './auth.ts';

/** What is wrong with a password of the first user: it is judged as a later one is. */
export function newPasswordFault(password: string): Message | null {
  const field = authTab.fields[PASSWORD];
  return field?.kind === 'secret' ? inputFault(field, password) : null;
}
