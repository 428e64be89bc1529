import { html } from '../markup.ts';
import type { ChannelForViewers } from './channelForViewers.ts';
import { HEIGHT, iframeCode, playerAddress, WIDTH } from './iframe.ts';

export interface EmbedChoice {
  /** Fills the width, with the aspect ratio of the video. */
  fluid: boolean;
  /** Browsers only autoplay muted videos. */
  start: 'stored' | 'automatic' | 'pressed';
}

const QUERIES: Readonly<Record<EmbedChoice['start'], string>> = {
  stored: '',
  automatic: 'autoplay=1&mute=1',
  pressed: 'autoplay=0',
};

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
