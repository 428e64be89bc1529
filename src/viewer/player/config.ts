import { playlistPath, snapshotPath } from '../../media/hls/hlsFiles.ts';
import { licenseOf } from '../../media/stored/licenses.ts';
import { inScript, safeLink } from '../markup.ts';
import type { GeneratedFile } from '../webRootFilePaths.ts';
import type { ChannelForViewers } from './channelForViewers.ts';
import type { PlayerSettings } from './settings.ts';

/** Content of config.js. Addresses are relative to the web root, except for edges and foreign images. */
export interface PlayerConfig extends PlayerSettings {
  source: string;
  /** Addresses at each edge, if there are several; a page picks one. */
  sources?: readonly string[];
  poster: string;
  page: string;
  /** `link`: the license text; `badge`: the file of its image; '' if unknown. */
  license: { license: string; title: string; author: string; link: string; badge: string };
}

/** Strips the core's address, which older releases stored with uploads and which may change. */
export function imageOf({ id }: Pick<ChannelForViewers, 'id'>, stored: string): string {
  const own = stored.indexOf(`/channels/${id}/`);
  const path = (own === -1 ? stored : stored.slice(own)).trim().replace(/^[/\\]+/, '');
  return safeLink(path);
}

const deliveredAt = ({ player: { delivery } }: Pick<ChannelForViewers, 'player'>, path: string): string[] =>
  delivery.split(' ').map((edge) => (edge === '' ? path : `${edge}/${path}`));

const streamAddresses = (channel: Pick<ChannelForViewers, 'id' | 'storage' | 'player'>): string[] =>
  deliveredAt(channel, playlistPath(channel.id, channel.storage));
/** Address at the first edge, for clients that cannot choose one. */
export const streamAddress = (channel: Pick<ChannelForViewers, 'id' | 'storage' | 'player'>): string =>
  streamAddresses(channel)[0] ?? '';
export const stillAddress = (channel: Pick<ChannelForViewers, 'id' | 'player'>): string =>
  deliveredAt(channel, snapshotPath(channel.id))[0] ?? '';

export function playerConfig(channel: ChannelForViewers): PlayerConfig {
  const { id, player, name, author, license } = channel;
  const sources = streamAddresses(channel);
  return {
    ...player,
    // A relative link would lead to one of our pages, none of which is meant.
    logo: {
      ...player.logo,
      image: imageOf(channel, player.logo.image),
      link: /^https?:/i.test(player.logo.link.trim()) ? safeLink(player.logo.link) : '',
    },
    source: streamAddress(channel),
    ...(sources.length > 1 && { sources }),
    poster: imageOf(channel, player.poster) || stillAddress(channel),
    page: `${id}.html`,
    license: {
      ...{ license, title: name, author: author.name },
      link: licenseOf(license)?.link ?? '',
      badge: licenseOf(license)?.badge ?? '',
    },
  };
}

export function configFile(channel: ChannelForViewers): GeneratedFile {
  // Already in the addresses, so files of channels without edges stay unchanged.
  const { delivery: _, ...config } = playerConfig(channel);
  return { path: `/channels/${channel.id}/config.js`, body: `var playerConfig = ${inScript(config)};\n` };
}
