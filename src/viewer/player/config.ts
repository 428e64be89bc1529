import { playlistPath, snapshotPath } from '../../media/hls/hlsFiles.ts';
import { licenseOf } from '../../media/stored/licenses.ts';
import { inScript, safeLink } from '../markup.ts';
import type { GeneratedFile } from '../webRootFilePaths.ts';
import type { ChannelForViewers } from './channelForViewers.ts';
import type { PlayerSettings } from './settings.ts';

/** What a page of the player reads. Addresses are relative to the web root, but for images and edges elsewhere. */
export interface PlayerConfig extends PlayerSettings {
  source: string;
  /** The same at each edge, where there are several: each page takes one of them. */
  sources?: readonly string[];
  poster: string;
  /** The page of the player alone. */
  page: string;
  /** `link`: the text of the license, `badge`: the name of its picture; '' when it is not known. */
  license: { license: string; title: string; author: string; link: string; badge: string };
}

/**
 * A stored image as a page names it: a path without its leading slash, or an address elsewhere. What was uploaded
 * here was stored with the core's address by older releases, which breaks when its name changes.
 */
export function imageOf({ id }: Pick<ChannelForViewers, 'id'>, stored: string): string {
  const own = stored.indexOf(`/channels/${id}/`);
  const path = (own === -1 ? stored : stored.slice(own)).trim().replace(/^[/\\]+/, '');
  return safeLink(path);
}

/** Where the pages find what the core keeps at a path: there, or at each edge of the channel. */
const deliveredAt = ({ player: { delivery } }: Pick<ChannelForViewers, 'player'>, path: string): string[] =>
  delivery.split(' ').map((edge) => (edge === '' ? path : `${edge}/${path}`));

const streamAddresses = (channel: Pick<ChannelForViewers, 'id' | 'storage' | 'player'>): string[] =>
  deliveredAt(channel, playlistPath(channel.id, channel.storage));
/** For who cannot choose: of several edges the first. */
export const streamAddress = (channel: Pick<ChannelForViewers, 'id' | 'storage' | 'player'>): string =>
  streamAddresses(channel)[0] ?? '';
export const stillAddress = (channel: Pick<ChannelForViewers, 'id' | 'player'>): string =>
  deliveredAt(channel, snapshotPath(channel.id))[0] ?? '';

export function playerConfig(channel: ChannelForViewers): PlayerConfig {
  const { id, player, name, author, license } = channel;
  const sources = streamAddresses(channel);
  return {
    ...player,
    // A relative link would be one to a page of ours, and there is none to link to.
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

/** A script, for all pages of a channel: `var playerConfig = {…}`. */
export function configFile(channel: ChannelForViewers): GeneratedFile {
  // What comes of it stands in the addresses: pages without an edge are as they were.
  const { delivery: _, ...config } = playerConfig(channel);
  return { path: `/channels/${channel.id}/config.js`, body: `var playerConfig = ${inScript(config)};\n` };
}
