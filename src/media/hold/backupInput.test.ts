import { expect, it } from 'vitest';
import { type BackupInput, type BackupObstacle, backupObstacle, readBackupInput } from './backupInput.ts';

const X = '0e7fd8d2-5f3b-4a4c-9b62-6d5e5d7c1a2b';
const OTHER = X.replace(/.$/, '1');
const network = {
  ...{ channel: X, words: true, http: { secure: false, host: 'studio.example:8080', path: '' } },
  rtmp: { enabled: true, secure: false, host: 'studio.example', local: 'localhost:1935', app: '/live', token: '' },
  srt: { enabled: false, host: 'studio.example:6000', local: 'localhost:6000', token: '', passphrase: '' },
  hls: { local: 'localhost:8080', credentials: '' },
};
const facts = {
  network,
  main: ['rtsp://admin:secret@Camera/live/', '{rtmp,name=mainkey}'],
  backups: [
    { type: 'pull', address: 'rtsp://second/live' },
    { type: 'rtmp', key: 'secondkey' },
  ] as BackupInput[],
  foreign: ['{rtmp,name=otherkey}', 'rtmp://localhost:1935/live/thirdkey?token=x'],
  taken: [{ over: 'udp', port: 5000 }] as const,
};

it.each<[what: string, input: BackupInput, obstacle: BackupObstacle | null]>([
  ['a camera', { type: 'pull', address: 'rtsp://third/live' }, null],
  ['the same camera by another path', { type: 'pull', address: 'rtsp://camera/low' }, null],
  ['nothing', { type: 'pull', address: ' ' }, 'no-address'],
  ['a word', { type: 'pull', address: 'camera' }, 'no-address'],
  ['the source of the channel', { type: 'pull', address: 'rtsp://admin:secret@Camera/live/' }, 'main'],
  ['the same without its login', { type: 'pull', address: 'RTSP://camera/live' }, 'main'],
  [
    'the channel as viewers get it',
    { type: 'pull', address: `http://studio.example:8080/memfs/${X}.m3u8` },
    'own-output',
  ],
  ['its stream on the core', { type: 'pull', address: `rtmp://localhost:1935/live/${X}.stream` }, 'own-output'],
  ['its hold', { type: 'pull', address: `http://127.0.0.1:8080/memfs/hold-${X}.m3u8` }, 'own-output'],
  ['another channel of the core', { type: 'pull', address: `http://localhost:8080/memfs/${OTHER}.m3u8` }, null],
  ['another backup', { type: 'pull', address: 'rtsp://second/live' }, 'other-backup'],
  ['a port already in use', { type: 'pull', address: 'srt://0.0.0.0:5000?mode=listener' }, 'port'],
  ['a free port', { type: 'pull', address: 'srt://0.0.0.0:5001?mode=listener' }, null],
  ['its own key', { type: 'rtmp', key: 'abcdef-ghijkm' }, null],
  ['no key', { type: 'rtmp', key: '' }, 'no-key'],
  ['a key with a slash', { type: 'rtmp', key: 'a/b' }, 'key-form'],
  ['the key of the channel', { type: 'rtmp', key: 'mainkey' }, 'main'],
  ['the name of the channel', { type: 'rtmp', key: `${X}.stream` }, 'main'],
  ['the key of another backup', { type: 'rtmp', key: 'secondkey' }, 'other-backup'],
  ['the key of another channel', { type: 'rtmp', key: 'otherkey' }, 'foreign-key'],
  ['the key of another channel that has an address', { type: 'rtmp', key: 'thirdkey' }, 'foreign-key'],
  ['the name of another channel', { type: 'rtmp', key: `${OTHER}.stream` }, 'foreign-key'],
  ['a push to a server that is off', { type: 'srt', key: 'abc' }, 'server-off'],
])('%s as a backup is accepted or rejected with the right obstacle: %j', (_, input, obstacle) =>
  expect(backupObstacle(input, facts)).toBe(obstacle),
);

it.each<[address: string, input: BackupInput]>([
  ['{rtmp,name=abc}', { type: 'rtmp', key: 'abc' }],
  ['{srt,name=abc,mode=request}', { type: 'srt', key: 'abc' }],
  ['rtmp://localhost:1935/live/abc?token=x', { type: 'rtmp', key: 'abc' }],
  ['srt://localhost:6000?mode=caller&transtype=live&streamid=abc,mode:request', { type: 'srt', key: 'abc' }],
  ['rtmp://studio.elsewhere/live/abc', { type: 'pull', address: 'rtmp://studio.elsewhere/live/abc' }],
  ['rtsp://camera/live', { type: 'pull', address: 'rtsp://camera/live' }],
])('the input address %s is parsed as %o', (address, input) =>
  expect(readBackupInput(address, network)).toEqual(input),
);
