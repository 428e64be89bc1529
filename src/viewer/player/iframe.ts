import { html } from '../markup.ts';
import type { ChannelForViewers } from './channelForViewers.ts';

/** Also what oEmbed and og: tags announce, in px. */
export const WIDTH = 640;
export const HEIGHT = 360;

type ChannelName = Pick<ChannelForViewers, 'id' | 'name'>;

export const playerAddress = ({ id }: Pick<ChannelName, 'id'>, address: string) => `${address}/${id}.html`;

/** Markup for other people's pages. `page`: the whole address of the player page. */
export const iframeOf = ({ page, name }: { page: string; name: string }): string =>
  html`<iframe src="${page}" title="${name}" width="${WIDTH}" height="${HEIGHT}" style="border: 0" allowfullscreen allow="autoplay; fullscreen; picture-in-picture"></iframe>`
    .markup;

/** The same of a channel. `address`: the public one. */
export const iframeCode = (channel: ChannelName, address: string): string =>
  iframeOf({ page: playerAddress(channel, address), name: channel.name });
