import { html, inScript, raw } from '../markup.ts';
import type { GeneratedFile } from '../webRootFilePaths.ts';
import type { ChannelForViewers } from './channelForViewers.ts';
import { imageOf, stillAddress } from './config.ts';
import { HEIGHT, iframeCode, playerAddress, WIDTH } from './iframe.ts';

/** Absolute, as other sites load it. */
export function posterAddress(channel: ChannelForViewers, address: string): string {
  const poster = imageOf(channel, channel.player.poster) || stillAddress(channel);
  return /^https?:/.test(poster) ? poster : `${address}/${poster}`;
}

const folderOf = ({ id }: Pick<ChannelForViewers, 'id'>) => `channels/${id}`;
export const oembedPath = (channel: Pick<ChannelForViewers, 'id'>, kind: 'json' | 'xml') =>
  `${folderOf(channel)}/oembed.${kind}`;

/** In the order of existing files. */
function fieldsOf(channel: ChannelForViewers, address: string): Record<string, string | number> {
  return {
    version: '1.0',
    type: 'video',
    title: channel.name,
    description: channel.description,
    author_name: channel.author.name,
    author_url: playerAddress(channel, address),
    provider_name: 'Sluice',
    provider_url: `${address}/`,
    license: channel.license,
    html: iframeCode(channel, address),
    width: WIDTH,
    height: HEIGHT,
    thumbnail_url: posterAddress(channel, address),
    thumbnail_width: WIDTH,
    thumbnail_height: HEIGHT,
  };
}

export const oembedJson = (channel: ChannelForViewers, address: string): GeneratedFile => ({
  path: `/${oembedPath(channel, 'json')}`,
  // `<` is escaped, as a core that does not know the type serves it as a page.
  body: `${inScript(fieldsOf(channel, address))}\n`,
});

export function oembedXml(channel: ChannelForViewers, address: string): GeneratedFile {
  const elements = Object.entries(fieldsOf(channel, address)).map(
    ([name, value]) => html`  <${raw(name)}>${value}</${raw(name)}>\n`,
  );
  const { markup } = html`<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>\n${elements}</oembed>\n`;
  return { path: `/${oembedPath(channel, 'xml')}`, body: markup };
}
