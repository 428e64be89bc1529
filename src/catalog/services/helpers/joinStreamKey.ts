import { asArgument, schemeOf } from '../../../media/address/addressProtocol.ts';
import type { Output } from '../../form/defineCatalogEntry.ts';

/** A server as somebody typed or pasted it. A pasted protocol goes before the one of the form. */
export function addProtocol(typed: string, protocol: string): string {
  const bare = typed.trim();
  return schemeOf(bare) === '' ? `${protocol}${bare.replace(/^\/+/, '')}` : asArgument(bare);
}

/**
 * Measured with ffmpeg 5.1: the first two parts of a path are the application, the rest is the key. Of two parts the second
 * is the key; if it holds a colon, the first alone is the application. A query does not end the path.
 */
function isReadAs(app: string, stream: string): boolean {
  const [first = '', second = '', ...rest] = app.split('/');
  return first !== '' && rest.length === 0 && !second.includes(':') && !stream.includes('/');
}

/** Server and stream key with one slash between them; where ffmpeg would read them wrongly, both are said as options. */
export function joinStreamKey(server: string, key: string): { address: string; app: string; playpath: string } {
  const whole = addProtocol(server, '');
  const stream = key.trim().replace(/^\/+/, '');
  const [, host = whole, path = ''] = /^([^:]+:\/\/[^/]*)\/?(.*)/s.exec(whole.replace(/(?<!\/)\/+$/, '')) ?? [];
  if (stream === '') return { address: whole, app: '', playpath: '' };
  // Many paste the whole address and the key as well.
  const app = path.endsWith(`/${stream}`) ? path.slice(0, -stream.length - 1) : path;
  if (isReadAs(app, stream)) return { address: `${host}/${app}/${stream}`, app: '', playpath: '' };
  return { address: app === '' ? `${host}/` : `${host}/${app}/`, app, playpath: stream };
}

export function flvOutput(server: string, key: string, options: readonly string[] = []): Output {
  const { address, app, playpath } = joinStreamKey(server, key);
  const said = [
    ['-rtmp_app', app],
    ['-rtmp_playpath', playpath],
  ].filter(([, value]) => value !== '');
  return { address, options: ['-f', 'flv', ...options, ...said.flat()] };
}

/** Playlist and segments by HTTP PUT. @param file the address without its extension */
export const hlsUploadOutput = (file: string): Output => ({
  address: `${file}.m3u8`,
  options: [
    ...['-f', 'hls', '-start_number', '0', '-hls_time', '2', '-hls_delete_threshold', '3', '-hls_list_size', '5'],
    ...['-hls_flags', 'append_list', '-hls_segment_type', 'mpegts', '-http_persistent', '1', '-y', '-method', 'PUT'],
    ...['-hls_segment_filename', `${file}_%d.ts`],
  ],
});
