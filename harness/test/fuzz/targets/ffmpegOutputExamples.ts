import { readFileSync } from 'node:fs';
import * as z from 'zod';

const Cases = z.array(z.object({ log: z.array(z.string()) }));
const recorded = new URL('../../../../server/fixtures/probe-cases.json', import.meta.url);

export const logExamples = Cases.parse(JSON.parse(readFileSync(recorded, 'utf8'))).map(({ log }) => log);

export const statusLines = [
  "Input #0, lavfi, from 'testsrc2=size=320x180:rate=25':",
  '  Duration: N/A, start: 0.000000, bitrate: N/A',
  '  Stream #0:0: Video: rawvideo (I420 / 0x30323449), yuv420p, 320x180 [SAR 1:1 DAR 16:9], 25 tbr, 25 tbn',
  "Output #0, flv, to 'rtmp://127.0.0.1/live/x':",
  '  Stream #0:0: Video: h264, yuv420p(progressive), 320x180 [SAR 1:1 DAR 16:9], q=2-31, 25 fps, 1k tbn',
  'frame=  104 fps= 25 q=28.0 size=     512kB time=00:00:04.16 bitrate=1008.2kbits/s dup=1 drop=2 speed=   1x    ',
  'frame=  180 fps= 25 q=-1.0 Lsize=N/A time=00:00:07.20 bitrate=N/A speed=0.999x    ',
  '[info] size=     100KiB time=-00:00:00.02 bitrate=N/A speed=N/A    ',
];

export const listings = [
  `ffmpeg version 5.1.9-0+deb12u1 Copyright (c) 2000-2026 the FFmpeg developers
  built with gcc 12 (Debian 12.2.0-14+deb12u1)
  configuration: --prefix=/usr --enable-gpl
  libavutil      57. 28.100 / 57. 28.100
  libavcodec     59. 37.100 / 59. 37.100
`,
  `Codecs:
 D..... = Decoding supported
 -------
 DEV.LS h264                 H.264 / AVC (decoders: h264 h264_v4l2m2m ) (encoders: libx264 libx264rgb )
 D.A.L. cook                 Cook / Cooker (RealAudio G2)
 DEAIL. aac                  AAC (Advanced Audio Coding) (decoders: aac aac_fixed )
 DES... subrip               SubRip subtitle (decoders: srt subrip ) (encoders: srt subrip )
`,
  `File formats:
 D. = Demuxing supported
 --
 D  3dostr          3DO STR
  E adts            ADTS AAC (Advanced Audio Coding)
 DE mov,mp4,m4a     QuickTime / MOV
 D d alsa            ALSA audio output
`,
  `Filters:
 ... abench            A->A       Benchmark part of a filtergraph.
 TSC acrusher          A->A       Reduce audio bit resolution.
`,
  `Supported file protocols:
Input:
  async
  rtmp
Output:
  file
  srt
`,
  'Hardware acceleration methods:\nvdpau\ncuda\n',
];

export const machine = [
  '00-00: ALC887-VD Analog : ALC887-VD Analog : playback 1 : capture 1\n',
  'cpu  100 2 30 4000 5 6 7 8 0 0\ncpu0 1 2 3 4 5 6 7 8 9 10\n',
  'Inter-|   Receive\n face |bytes    packets\n    lo: 100 2 0 0 0 0 0 0 100 2 0 0 0 0 0 0\n',
  '4242 (ff (mpeg) x) S 1 4242 4242 0 -1 4194304 100 0 0 0 17 3 0 0 20 0 1 0 100 1000 100\n',
];
