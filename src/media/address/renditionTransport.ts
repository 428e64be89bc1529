import type { Stream } from '../encoding/streams.ts';
import { playlistAddress } from '../hls/hlsFiles.ts';
import type { Feed } from '../stored/metadata.ts';

/** Must not begin with the channel's name, or its files would be deleted and counted with the channel. */
export const renditionName = (uuid: string) => `rendition-${uuid}`;
export const isRenditionName = (name: string): boolean => /(^|\/)rendition-[0-9a-f-]{36}([._?,]|$)/.test(name);

/** A playlist holds several segments at once, so it is read in real time. */
export function renditionInput(uuid: string, feed: Feed): { address: string; options: string[] } {
  const name = renditionName(uuid);
  if (feed === 'rtmp') return { address: `{rtmp,name=${name}.stream}`, options: [] };
  if (feed === 'srt') return { address: `{srt,name=${name},mode=request}`, options: [] };
  return { address: playlistAddress(name, 'memfs'), options: ['-re'] };
}

const CARRIED: Readonly<Record<'flv' | 'mpegts', readonly string[]>> = {
  flv: ['h264', 'aac', 'mp3'],
  mpegts: ['h264', 'hevc', 'mpeg2video', 'aac', 'mp3', 'mp2', 'ac3', 'opus'],
};

/** The feed with the least delay; null if none supports all codecs. */
export function feedFor(
  streams: readonly Pick<Stream, 'codec'>[],
  servers: { rtmp: boolean; srt: boolean | null },
): Feed | null {
  const fits = (container: 'flv' | 'mpegts') => streams.every(({ codec }) => CARRIED[container].includes(codec));
  if (servers.rtmp && fits('flv')) return 'rtmp';
  if (!fits('mpegts')) return null;
  return servers.srt ? 'srt' : 'hls+memfs';
}
