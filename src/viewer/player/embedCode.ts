import { html } from '../markup.ts';
import type { ChannelForViewers } from './channelForViewers.ts';
import { HEIGHT, iframeCode, playerAddress, WIDTH } from './iframe.ts';

/** How a page shows the player, where that is not as it is stored. */
export interface EmbedChoice {
  /** As wide as there is room, in the proportions of the video. */
  fluid: boolean;
  /** `stored`: as in every other place. Browsers start a video by itself only when it is muted. */
  start: 'stored' | 'automatic' | 'pressed';
}

const QUERIES: Readonly<Record<EmbedChoice['start'], string>> = {
  stored: '',
  automatic: 'autoplay=1&mute=1',
  pressed: 'autoplay=0',
};

/** Markup for other people's pages. `address`: the public one of the channel. */
export function embedCode(
  channel: Pick<ChannelForViewers, 'id' | 'name'>,
  address: string,
  { fluid, start }: EmbedChoice,
): string {
  const query = QUERIES[start];
  if (!fluid && query === '') return iframeCode(channel, address);
  const page = `${playerAddress(channel, address)}${query && `?${query}`}`;
  const style = fluid
    ? `width:100%;aspect-ratio:${WIDTH / 40}/${HEIGHT / 40};border:0`
    : `width:${WIDTH}px;height:${HEIGHT}px;border:0`;
  return html`<iframe src="${page}" title="${channel.name}" style="${style}" allowfullscreen allow="autoplay; fullscreen; picture-in-picture"></iframe>`
    .markup;
}
