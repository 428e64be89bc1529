import type { TokenScope } from '../../../api/tokenScopes.ts';
import { msg } from '../../../i18n/msg.ts';

export const SCOPE_TEXTS: Readonly<Record<TokenScope, string>> = {
  read: msg('Read only'),
  control: msg('Read and control channels'),
  admin: msg('Read, control, and change alarms and schedule'),
};
