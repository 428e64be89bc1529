import type { CoderSettings } from '../encoding/profile.ts';
import { PUSH_FOLDER, pushedPlaylist } from '../hls/hlsFiles.ts';
import { isGroup } from '../stored/storedSchemas.ts';
import { httpAddress, type Network, rtmpQuery, rtmpScheme, srtQuery, streamName } from './channelAddresses.ts';

export const PUSH_TYPES = ['rtmp', 'srt', 'hls'] as const;
export type PushType = (typeof PUSH_TYPES)[number];

/** The first release had no type, only RTMP. */
export const pushTypeOf = (stored: unknown): PushType => PUSH_TYPES.find((type) => type === stored) ?? 'rtmp';

export type Push = { type: PushType; name: string };

export function pushOf({ type, settings }: { type: string; settings: CoderSettings }): Push | null {
  if (type !== 'network' || settings.mode !== 'push') return null;
  const push = isGroup(settings.push) ? settings.push : {};
  return { type: pushTypeOf(push.type), name: typeof push.name === 'string' ? push.name : '' };
}

/** Whether the key is secret, unlike the id. Other programs store the id, or none. */
export const hasOwnKey = (channel: string, { type, name }: Push): boolean =>
  type !== 'hls' && name !== '' && name !== 'none' && name !== channel && name !== streamName(channel);

/** Whether the address allows writing the files of every channel. */
export const opensStorage = ({ hls }: Network, { type }: Push, key: string | null): boolean =>
  type === 'hls' && key === null && hls.credentials !== '';

export const pushName = (channel: string, push: Push): string =>
  hasOwnKey(channel, push) ? push.name : streamName(channel);

export function pushInput(network: Network, push: Push): string {
  const { rtmp, srt, hls, channel } = network;
  const name = pushName(channel, push);
  switch (push.type) {
    case 'hls':
      return `http://${hls.local}/${PUSH_FOLDER}/${pushedPlaylist(channel)}`;
    case 'srt':
      return `srt://${srt.local}?${srtQuery(name, 'request', srt)}`;
    case 'rtmp':
      return `${rtmpScheme(network)}://${rtmp.local}${rtmp.app}/${name}${rtmpQuery(network)}`;
  }
}

const PLAIN = /^[\w.~/-]*$/;

export function pushSource(network: Network, push: Push): string {
  const { rtmp, srt, words, channel } = network;
  const parts = { rtmp: [rtmp.token], srt: [srt.token, srt.passphrase], hls: [] }[push.type];
  const sayable = [pushName(channel, push), ...parts].every((part) => PLAIN.test(part));
  return words && sayable && push.type !== 'hls' ? pushPlaceholder(channel, push) : pushInput(network, push);
}

/** Placeholders stay valid when ports and tokens change. */
export function pushPlaceholder(channel: string, push: Push): string {
  const name = pushName(channel, push);
  switch (push.type) {
    case 'hls':
      return `{memfs}/ingest/${pushedPlaylist(channel)}`;
    case 'srt':
      return `{srt,name=${name},mode=request}`;
    case 'rtmp':
      return `{rtmp,name=${name}}`;
  }
}

/** Most encoders have separate fields for server and key. Null while the server is off. */
export type PushAddressParts = { server: string; key: string; address: string };

/** @param key HLS key of the channel; null for the login of the memory storage */
export function pushAddress(network: Network, push: Push, key: string | null = null): PushAddressParts | null {
  const { rtmp, srt, hls, channel } = network;
  const name = pushName(channel, push);
  switch (push.type) {
    case 'hls': {
      const login = key === null ? hls.credentials : `${channel}:${key}`;
      const server = `${httpAddress(network, hls.credentials === '' ? '' : `${login}@`)}/${PUSH_FOLDER}`;
      const playlist = pushedPlaylist(channel);
      return { server, key: playlist, address: `${server}/${playlist}` };
    }
    case 'srt': {
      if (!srt.enabled) return null;
      const address = `srt://${srt.host}?${srtQuery(name, 'publish', srt)}`;
      return { server: `srt://${srt.host}`, key: `${name},mode:publish${srt.token && `,token:${srt.token}`}`, address };
    }
    case 'rtmp': {
      if (!rtmp.enabled) return null;
      const server = `${rtmpScheme(network)}://${rtmp.host}${rtmp.app}`;
      const stream = `${name}${rtmpQuery(network)}`;
      return { server, key: stream, address: `${server}/${stream}` };
    }
  }
}

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Three groups of six: 90 bits, easy to type on an encoder without a clipboard. */
export function newPushKey(random: (bytes: number) => Uint8Array): string {
  const word = [...random(18)].map((byte) => LETTERS.charAt(byte % LETTERS.length)).join('');
  return word.replace(/(.{6})(?=.)/g, '$1-');
}
