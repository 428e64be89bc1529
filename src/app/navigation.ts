import { msg } from '../i18n/msg.ts';
import type { IconName } from '../ui/icons.tsx';

/** A screen beside the channel: a button in the header and an entry of the menu. `text` is to be translated. */
export interface Destination {
  icon: IconName;
  text: string;
  to: string;
}

export const destinations: readonly Destination[] = [{ icon: 'settings', text: msg('System'), to: '#/settings' }];
