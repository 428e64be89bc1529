import { html } from '../markup.ts';
import type { ChannelForViewers } from './channelForViewers.ts';

/** px. Also announced by oEmbed and og: tags. */
export const WIDTH = 640;
export const HEIGHT = 360;

type ChannelName = Pick<ChannelForViewers, 'id' | 'name'>;

export const playerAddress = ({ id }: Pick<ChannelName, 'id'>, address: string) => `${address}/${id}.html`;

export const iframeOf = ({ page, name }: { page: string; name: string }): string =>
  html`<iframe src="${page}" title="${name}" width="${WIDTH}" height="${HEIGHT}" style="border: 0" allowfullscreen allow="autoplay; fullscreen; picture-in-picture"></iframe>`
    .markup;

export const iframeCode = (channel: ChannelName, address: string): string =>
  iframeOf({ page: playerAddress(channel, address), name: channel.name });
