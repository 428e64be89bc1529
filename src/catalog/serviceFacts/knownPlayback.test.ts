import { describe, expect, it } from 'vitest';
import { isPlayback } from '../../media/proof/playbackInput.ts';
import type { Settings } from '../form/fields.ts';
import { services } from '../services/index.ts';
import { knownPlayback } from './knownPlayback.ts';

const ID = '11111111-2222-4333-8444-555555555555';

describe('the playback address', () => {
  it.each<[service: string, settings: Settings, address: string | null]>([
    ['owncast', { server_url: 'rtmp://live.example.com/live' }, 'http://live.example.com:8080/hls/stream.m3u8'],
    ['owncast', { server_url: 'live.example.com:1935/live' }, 'http://live.example.com:8080/hls/stream.m3u8'],
    ['owncast', {}, null],
    ['icecast', { address: 'radio.example.com:8000/live' }, 'http://radio.example.com:8000/live'],
    ['icecast', { address: 'icecast://u:p@h:8000/m', options: { tls: true } }, 'https://h:8000/m'],
    ['icecast', { address: 'radio.example.com' }, null],
    [
      'datarheicore',
      { v2_address: `rtmp://core.example.com:1935/live/${ID}.stream?token=t` },
      `http://core.example.com:8080/memfs/${ID}.m3u8`,
    ],
    ['datarheicore', { v2_address: 'rtmp://core.example.com/live/camera' }, null],
    ['hls', { address: 'https://u:p@cdn.example.com/a/b.m3u8?sig=x' }, 'https://cdn.example.com/a/b.m3u8'],
    ['hls', { address: 'cdn.example.com/a/b.m3u8' }, 'https://cdn.example.com/a/b.m3u8'],
    ['dash', { address: 'https://cdn.example.com/a/b.mpd' }, 'https://cdn.example.com/a/b.mpd'],
    ['hls', { address: 's3://bucket/a.m3u8' }, null],
    ['youtube', { stream_key: 'k' }, null],
  ])('of %s with %j is %s', (service, settings, address) => expect(knownPlayback(service, settings)).toBe(address));

  it('is valid wherever it is known, and belongs to a service', () => {
    const ids = services.map(({ id }) => id);
    for (const service of ['owncast', 'icecast', 'datarheicore', 'hls', 'dash']) expect(ids).toContain(service);
    for (const text of ['h/a', 'rtmp://[::1]:1/a/b', ' http://h:1/a?b#c ', `x y/${ID}`, '//', '{memfs}/a.m3u8'])
      for (const { id } of services) {
        const known = knownPlayback(id, { address: text, server_url: text, v2_address: text });
        expect(known === null || isPlayback(known)).toBe(true);
      }
  });
});
