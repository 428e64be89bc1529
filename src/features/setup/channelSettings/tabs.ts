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
  { id: 'license', text: msg('License') },
] as const;

/** Saved with the source, so it is a form of its own. */
const ENCODING = 'encoding';

export type ChannelTabId = Exclude<(typeof channelTabs)[number]['id'], typeof ENCODING>;

const isPanel = (id: (typeof channelTabs)[number]['id']): id is ChannelTabId => id !== ENCODING;

/** The tabs that are one form: what is entered in one stays while another is looked at. */
export const panelIds: readonly ChannelTabId[] = channelTabs.map(({ id }) => id).filter(isPanel);

/** The ids in addresses of other interfaces; those of texts open the first tab, which has them. */
const FORMER = new Map<string, ChannelTabId>([['control', 'processing']]);

/** The first one for an address that names none. */
export const channelTabAt = (segment: string): ChannelTabId =>
  panelIds.find((id) => id === segment) ?? FORMER.get(segment) ?? 'general';
