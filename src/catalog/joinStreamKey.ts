import type { Output } from './define.ts';

/**
 * Server and stream key with one slash between them. ffmpeg takes one or two parts of a path as the application and
 * the rest as the key; where it would read them wrongly, both are said as options and the address ends with a slash.
 */
export function joinStreamKey(server: string, key: string): { address: string; app: string; playpath: string } {
  const whole = server.trim();
  const base = whole.replace(/(?<!\/)\/+$/, '');
  const stream = key.trim().replace(/^\/+/, '');
  const [, app = ''] = /^[^:]+:\/\/[^/]*\/?(.*)$/s.exec(base) ?? [];
  // Many paste the whole address and the key as well.
  if (stream === '' || app.endsWith(`/${stream}`)) return { address: whole, app: '', playpath: '' };
  const readable = app.split('/').length <= 2 && !stream.includes('/');
  return readable
    ? { address: `${base}/${stream}`, app: '', playpath: '' }
    : { address: `${base}/`, app, playpath: stream };
}

/** What nearly all platforms take. */
export function flvTo(server: string, key: string): Output {
  const { address, app, playpath } = joinStreamKey(server, key);
  const apart = playpath === '' ? [] : ['-rtmp_app', app, '-rtmp_playpath', playpath];
  return { address, options: ['-f', 'flv', ...apart] };
}
