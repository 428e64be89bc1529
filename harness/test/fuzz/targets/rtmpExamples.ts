import { type Amf, amfBytes, rtmpChunks } from '../coreParserAdapters.ts';

/** Messages of ffmpeg and OBS: connect with its object, publish, and metadata of a stream. */
export const connect = amfBytes([
  'connect',
  1,
  {
    app: 'live',
    type: 'nonprivate',
    flashVer: 'FMLE/3.0 (compatible; Lavf59.27.100)',
    tcUrl: 'rtmp://127.0.0.1:1935/live',
  },
]);
export const publish = amfBytes(['publish', 5, null, 'x.stream?token=secret', 'live']);
export const metadata = amfBytes([
  '@setDataFrame',
  'onMetaData',
  {
    duration: 0,
    width: 1920,
    height: 1080,
    videocodecid: 7,
    audiosamplerate: 48_000,
    stereo: true,
    encoder: 'Lavf59.27.100',
  },
]);

const command = (...values: Amf[]) => ({ type: 20, timestamp: 0, streamId: 0, body: amfBytes(values) });

/** From connect to the first frame, after the handshake. */
export const connectionExample = Buffer.concat([
  rtmpChunks({ type: 20, timestamp: 0, streamId: 0, body: connect }, 3, 128),
  rtmpChunks(command('releaseStream', 2, null, 'x'), 3, 128),
  rtmpChunks(command('createStream', 4, null), 3, 128),
  rtmpChunks({ type: 20, timestamp: 0, streamId: 1, body: publish }, 4, 128),
  rtmpChunks({ type: 18, timestamp: 0, streamId: 1, body: metadata }, 4, 128),
  rtmpChunks({ type: 9, timestamp: 0, streamId: 1, body: Buffer.from([0x17, 0, 0, 0, 0, 1, 100, 0, 31]) }, 6, 128),
  rtmpChunks(
    { type: 9, timestamp: 40, streamId: 1, body: Buffer.concat([Buffer.from([0x17, 1]), Buffer.alloc(300, 9)]) },
    6,
    128,
  ),
]);
