import { asArgument, schemeOf } from '../../../media/address/addressProtocol.ts';
import type { Output } from '../../form/defineCatalogEntry.ts';

/** A pasted protocol wins over `protocol`. */
export function addProtocol(typed: string, protocol: string): string {
  const trimmed = typed.trim();
  return schemeOf(trimmed) === '' ? `${protocol}${trimmed.replace(/^\/+/, '')}` : asArgument(trimmed);
}

/**
 * ffmpeg 5.1 (measured): two path parts are the application, the rest is the key. With two parts, or a colon in the
 * second, only the first is the application. A query does not end the path.
 */
function isReadAs(app: string, stream: string): boolean {
  const [first = '', second = '', ...rest] = app.split('/');
  return first !== '' && rest.length === 0 && !second.includes(':') && !stream.includes('/');
}

/** Joins server and key with one slash. If ffmpeg would split them differently, returns both as options. */
export function joinStreamKey(server: string, key: string): { address: string; app: string; playpath: string } {
  const full = addProtocol(server, '');
  const stream = key.trim().replace(/^\/+/, '');
  const [, host = full, path = ''] = /^([^:]+:\/\/[^/]*)\/?(.*)/s.exec(full.replace(/(?<!\/)\/+$/, '')) ?? [];
  if (stream === '') return { address: full, app: '', playpath: '' };
  const app = path.endsWith(`/${stream}`) ? path.slice(0, -stream.length - 1) : path;
  if (isReadAs(app, stream)) return { address: `${host}/${app}/${stream}`, app: '', playpath: '' };
  return { address: app === '' ? `${host}/` : `${host}/${app}/`, app, playpath: stream };
}

export function flvOutput(server: string, key: string, options: readonly string[] = []): Output {
  const { address, app, playpath } = joinStreamKey(server, key);
  const login = [
    ['-rtmp_app', app],
    ['-rtmp_playpath', playpath],
  ].filter(([, value]) => value !== '');
  return { address, options: ['-f', 'flv', ...options, ...login.flat()] };
}

/** Uploads playlist and segments by HTTP PUT. @param file address without extension */
export const hlsUploadOutput = (file: string): Output => ({
  address: `${file}.m3u8`,
  options: [
    ...['-f', 'hls', '-start_number', '0', '-hls_time', '2', '-hls_delete_threshold', '3', '-hls_list_size', '5'],
    ...['-hls_flags', 'append_list', '-hls_segment_type', 'mpegts', '-http_persistent', '1', '-y', '-method', 'PUT'],
    ...['-hls_segment_filename', `${file}_%d.ts`],
  ],
});
