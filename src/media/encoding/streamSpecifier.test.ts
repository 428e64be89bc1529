import { expect, it } from 'vitest';
import { streamSpecifier } from './streamSpecifier.ts';
import { emptyStream, type Stream } from './streams.ts';

const sound = (more: Partial<Stream> = {}): Stream => ({ ...emptyStream, type: 'audio', codec: 'aac', ...more });
const german = sound({ format: 'mpegts', id: 0x101, language: 'deu' });
const english = { ...german, id: 0x102, stream: 2, language: 'eng' };
const track = (language: string, stream: number) => sound({ format: 'hls', language, stream });
it.each<[string, Stream, Stream[], boolean, string]>([
  ['the only sound of a transport stream that is fetched, by type', german, [german], false, 'a:0'],
  ['the only video of a pulled transport stream, by type', { ...german, type: 'video' }, [german], false, 'v:0'],
  ['one of several audio streams of a pulled transport stream, by PID', english, [german, english], false, 'i:0x102'],
  ['the only audio of a pushed transport stream, by position', german, [german], true, '0'],
  ['one of several audio streams of a pushed transport stream, by PID', english, [german, english], true, 'i:0x102'],
  ['a stream of RTMP', sound({ format: 'flv', stream: 1 }), [], true, '1'],
  ['a track of a file', sound({ format: 'mov,mp4,m4a,3gp,3g2,mj2', id: 2, stream: 1 }), [], false, '1'],
  [
    'one of several languages of a playlist',
    track('deu', 2),
    [track('eng', 1), track('deu', 2)],
    false,
    'a:m:language:deu',
  ],
  ['one of two audio streams with the same language', track('deu', 2), [track('deu', 1), track('deu', 2)], false, '2'],
  ['an invalid language', track('de:0', 2), [track('eng', 1), track('de:0', 2)], false, '2'],
  ['a stream that is stored without its container', sound({ stream: 4 }), [], false, '4'],
])('ffmpeg maps %s', (_, stream, all, pushed, expected) => expect(streamSpecifier(stream, all, pushed)).toBe(expected));
