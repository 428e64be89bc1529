import { msg } from '../../i18n/msg.ts';
import type { OpenChannelForm } from './form.ts';

/** What every tab of the form is given. */
export interface TabProps {
  form: OpenChannelForm;
}

/** Order here is order on the screen; the id is its part of the address. */
export const tabs = [
  { id: 'general', text: msg('General') },
  { id: 'processing', text: msg('Processing & Control') },
  { id: 'meta', text: msg('Meta information') },
  { id: 'license', text: msg('License') },
] as const;

export type TabId = (typeof tabs)[number]['id'];

/** The first one for an address that names none. */
export const tabOf = (segment: string): TabId => tabs.find(({ id }) => id === segment)?.id ?? 'general';
