import { expect, it } from 'vitest';
import { evidenceIn } from './diagnoseRun.ts';

it.each([
  ['[rtmp @ 0x55d7e51c9740] Server error: nobody publishes this name', 'nobody publishes this name'],
  ['[rtmp @ 0x55d7] [error] Server error: name is already publishing', 'name is already publishing'],
  ['rtsp://***@127.0.0.1:9/none: Connection refused', 'Connection refused'],
  ['[out#0/flv @ 0x5581] Error opening output rtmps://h/live2/***: Input/output error', 'Input/output error'],
  ['Error opening input files: Invalid data found when processing input', 'Invalid data found when processing input'],
  ['Error writing trailer of /core/data/x.mp4: No space left on device', 'No space left on device'],
  [
    'ts=2026-11-25T15:10:07Z level=WARN component="HTTP" path="/memfs/***" status=401 status_text="Unauthorized"',
    'Unauthorized',
  ],
  ['http://h/x.m3u8: Server returned 404 Not Found', 'Server returned 404 Not Found'],
  ['/core/data/none.mp4: No such file or directory', 'No such file or directory'],
  ['av_interleaved_write_frame(): Broken pipe', 'Broken pipe'],
  [
    '[vost#0:0/copy @ 0x55d0] Error submitting a packet to the muxer: Connection reset by peer',
    'Connection reset by peer',
  ],
  ['[in#0/mpegts @ 0x55d0] Error during demuxing: Input/output error', 'Input/output error'],
  [
    '[tcp @ 0x55d7e51c9740] Connection to tcp://127.0.0.1:9?timeout=5000000 failed: Connection refused',
    'Connection to 127.0.0.1:9 failed: Connection refused',
  ],
  [
    '[srt @ 0x5] Connection to srt://127.0.0.1:6000?transtype=live failed: Input/output error',
    'Connection to 127.0.0.1:6000 failed: Input/output error',
  ],
  ['[https @ 0x5] HTTP error 403 Forbidden', 'HTTP error 403 Forbidden'],
  ["Stream map '0:1' matches no streams.", "Stream map '0:1' matches no streams."],
  [
    'ts=2026-11-22T00:15:35Z level=WARN component="Process" msg="Stopping because limits are exceeded" cpu=0.95 id="p"',
    'Stopping because limits are exceeded',
  ],
  [
    'ts=2026-11-22T00:15:35Z level=warn component=RTMP msg="Refused" action=FORBIDDEN reason="wrong or missing token"',
    'wrong or missing token',
  ],
])('the readable part of %s is: %s', (line, expected) => expect(evidenceIn(line)).toBe(expected));

it.each([
  'Conversion failed!',
  'Exiting normally, received signal 2.',
  'frame=  150 fps=0.0 q=-1.0 Lsize=N/A time=00:00:30.00 bitrate=N/A speed=1.43e+03x',
  'video:593kB audio:0kB subtitle:0kB other streams:0kB global headers:0kB muxing overhead: unknown',
  '[out#0/hls @ 0x5570] video:86KiB audio:24KiB subtitle:0KiB other streams:0KiB',
  '[libx264 @ 0x55d0] frame I:2     Avg QP:20.34  size: 23451',
  '[libx264 @ 0x55d0] kb/s:1043.10',
  '[libx264 @ 0x55d0] i16 v,h,dc,p: 81% 13%  3%  3%',
  '[libx264 @ 0x55d0] mb I  I16..4: 55.5%  0.0% 44.5%',
  'x265 [info]: consecutive B-frames: 0.8% 0.8% 2.5% 96.0%',
  'encoded 150 frames in 3.08s (48.66 fps), 132.66 kb/s, Avg QP:34.32',
  '[aac @ 0x55d0] Qavg: 312.5',
  "[hls @ 0x562920781b80] Opening 'http://***@127.0.0.1:8080/memfs/a.ts' for writing",
  '    Last message repeated 2 times',
])('the line %s is no evidence', (line) => expect(evidenceIn(line)).toBe(''));
