import { msg } from '../i18n/msg.ts';
import type { IconName } from '../ui/icons.tsx';

/** A screen beside the channel: a button in the header and an entry of the menu. Texts are to be translated. */
export interface Destination {
  icon: IconName;
  /** What its screen is called. */
  text: string;
  /** What the menu calls it. */
  entry: string;
  to: string;
}

export const destinations: readonly Destination[] = [
  { icon: 'network', text: msg('Publication website'), entry: msg('Playersite'), to: '#/playersite' },
  { icon: 'settings', text: msg('Settings'), entry: msg('System'), to: '#/settings' },
];
