import { msg } from '../../../i18n/msg.ts';
import type { OpenChannelForm } from './slice.ts';

export interface ChannelTabProps {
  form: OpenChannelForm;
}

/** In the order of the screen; the id is part of the address. */
export const channelTabs = [
  { id: 'general', text: msg('General') },
  { id: 'encoding', text: msg('Encoding') },
  { id: 'processing', text: msg('Processing & Control') },
  { id: 'standby', text: msg('Standby image') },
  { id: 'license', text: msg('License') },
] as const;

type TabId = (typeof channelTabs)[number]['id'];

/** Tabs with their own form: encoding is saved with the source, standby with the publications. */
const FORMS = ['encoding', 'standby'] as const;

export type ChannelTabId = Exclude<TabId, (typeof FORMS)[number]>;

const isPanel = (id: TabId): id is ChannelTabId => !FORMS.some((form) => form === id);

/** Tabs that share one form, so that input is kept when the operator switches between them. */
export const panelIds: readonly ChannelTabId[] = channelTabs.map(({ id }) => id).filter(isPanel);

/** Tab ids in addresses of other interfaces; ids of text tabs fall back to the first tab. */
const FORMER = new Map<string, ChannelTabId>([['control', 'processing']]);

export const channelTabAt = (segment: string): ChannelTabId =>
  panelIds.find((id) => id === segment) ?? FORMER.get(segment) ?? 'general';
