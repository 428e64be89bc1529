import { msg } from '../../../i18n/msg.ts';
import type { OpenChannelForm } from './slice.ts';

/** What every tab of the form is given. */
export interface ChannelTabProps {
  form: OpenChannelForm;
}

/** Order here is order on the screen; the id is its part of the address. */
export const channelTabs = [
  { id: 'general', text: msg('General') },
  { id: 'encoding', text: msg('Encoding') },
  { id: 'processing', text: msg('Processing & Control') },
  { id: 'standby', text: msg('Standby image') },
  { id: 'license', text: msg('License') },
] as const;

type TabId = (typeof channelTabs)[number]['id'];

/** Forms of their own: one is saved with the source, the other with publications. */
const FORMS = ['encoding', 'standby'] as const;

export type ChannelTabId = Exclude<TabId, (typeof FORMS)[number]>;

const isPanel = (id: TabId): id is ChannelTabId => !FORMS.some((form) => form === id);

/** The tabs that are one form: what is entered in one stays while another is looked at. */
export const panelIds: readonly ChannelTabId[] = channelTabs.map(({ id }) => id).filter(isPanel);

/** The ids in addresses of other interfaces; those of texts open the first tab, which has them. */
const FORMER = new Map<string, ChannelTabId>([['control', 'processing']]);

/** The first one for an address that names none. */
export const channelTabAt = (segment: string): ChannelTabId =>
  panelIds.find((id) => id === segment) ?? FORMER.get(segment) ?? 'general';
