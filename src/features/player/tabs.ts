import { msg } from '../../i18n/msg.ts';

/** Order here is order on the screen; the id is its part of the address. */
export const tabs = [
  { id: 'embed', text: msg('Embed') },
  { id: 'logo', text: msg('Logo') },
  { id: 'playback', text: msg('Playback') },
] as const;

export type TabId = (typeof tabs)[number]['id'];

/** The first one for an address that names none. */
export const tabOf = (segment: string): TabId => tabs.find(({ id }) => id === segment)?.id ?? 'embed';
