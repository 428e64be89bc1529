import { msg } from '../../../i18n/msg.ts';

/** `id` is part of the address and, after `player-`, the help topic. `fields`: labels by path in the draft. */
export const playerTabs = [
  { id: 'embed', text: msg('Embed'), fields: {} },
  {
    id: 'colors',
    text: msg('Color'),
    fields: { 'color.seekbar': msg('Seek bar'), 'color.buttons': msg('Buttons') },
  },
  {
    id: 'logo',
    text: msg('Logo'),
    fields: { 'logo.image': msg('Image'), 'logo.position': msg('Position'), 'logo.link': msg('Link') },
  },
  { id: 'poster', text: msg('Poster'), fields: { ownPoster: msg('Image before playback'), poster: msg('Poster') } },
  {
    id: 'statistic',
    text: msg('Statistics'),
    fields: {
      statistics: msg('Show statistics'),
      'ga.account': msg('Analytics ID'),
      'ga.name': msg('Tracker name'),
    },
  },
  {
    id: 'playback',
    text: msg('Playback'),
    fields: {
      player: msg('Player'),
      startsAt: msg('Start of the show'),
      delivery: msg('Delivery address'),
      autoplay: msg('Autoplay'),
      mute: msg('Start muted'),
      share: msg('Share button'),
      airplay: msg('AirPlay'),
      chromecast: msg('Chromecast'),
    },
  },
] as const;

type Tab = (typeof playerTabs)[number];
export type PlayerTabId = Tab['id'];

type KeyOf<Group> = Group extends unknown ? keyof Group : never;
export type FieldPath = KeyOf<Tab['fields']>;
