import { msg } from '../../../i18n/msg.ts';

/** `id` is part of the address and, after `playersite-`, the help topic. `fields`: labels by stored key. */
export const websiteTabs = [
  {
    id: 'general',
    text: msg('General'),
    fields: {
      playersite: msg('Publication website'),
      channelid: msg('Main channel'),
      channel_list: msg('Channels on the website'),
      title: msg('Website name'),
      headline: msg('Headline'),
      description: msg('Description'),
      share: msg('Share button'),
      support: msg('Show "Made with Sluice"'),
      ga: msg('Analytics ID'),
    },
  },
  {
    id: 'template',
    text: msg('Template'),
    fields: { template: msg('Template'), templatename: msg('Name of the template') },
  },
  {
    id: 'design',
    text: msg('Design'),
    fields: {
      textcolor_title: msg('Title'),
      textcolor_default: msg('Text'),
      textcolor_link: msg('Links'),
      textcolor_link_hover: msg('Links under the pointer'),
      bgcolor_default: msg('Page background'),
      bgcolor_header: msg('Header background'),
      bgcolor_selected: msg('Selected channel'),
      bgcolor_unselected: msg('Other channels'),
      hrcolor: msg('Lines'),
      bgimage_url: msg('Background image'),
      logo: msg('Logo'),
      banner: msg('Banner'),
    },
  },
  { id: 'notes', text: msg('Notes'), fields: { imprint: msg('Imprint'), terms: msg('Terms') } },
  {
    id: 'code_injection',
    text: msg('Code injection'),
    fields: {
      inject1: msg('Head of the page'),
      inject2: msg('Above the channel list'),
      inject3: msg('Below the text of the channel'),
      inject4: msg('End of the page'),
    },
  },
] as const;

type Tab = (typeof websiteTabs)[number];
export type WebsiteTabId = Tab['id'];

type KeyOf<Group> = Group extends unknown ? keyof Group : never;
export type WebsiteKey = KeyOf<Tab['fields']>;
