import { expect, it } from 'vitest';
import { commandLine } from './commandLine.ts';

it.each([
  [['-i', 'testsrc2=size=320x180:rate=25', '-f', 'hls'], '-i testsrc2=size=320x180:rate=25 -f hls'],
  [['-vf', 'drawtext=It is on'], "-vf 'drawtext=It is on'"],
  [
    ['-metadata', 'title=It is on', '-metadata:s:a:0', 'language=eng'],
    '-metadata title=*** -metadata:s:a:0 language=***',
  ],
  [
    ['-rtmp_app', 'live/k', '-rtmp_live', 'live', '-user_agent', 'App 1'],
    '-rtmp_app *** -rtmp_live live -user_agent ***',
  ],
  [
    ['-method', 'PUT', 'http://admin:s3cret@localhost:8080/memfs/a.m3u8'],
    '-method PUT http://***@localhost:8080/memfs/a.m3u8',
  ],
  [['-headers', 'Cookie: a=b; session=c'], '-headers ***'],
  [['-passphrase', '0123456789 abc', '-y'], '-passphrase *** -y'],
])('formats %j as %s', (command, shown) => expect(commandLine(command)).toBe(shown));
