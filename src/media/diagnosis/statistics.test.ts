import { expect, it } from 'vitest';
import { evidenceIn } from './diagnoseRun.ts';
import { stripLogPrefix } from './processFailure.ts';
import { isStatistics } from './statistics.ts';

/** Lines at the end of a run of ffmpeg 5.1 to 7.1 and its encoders. */
const COUNTED = [
  '[libx264 @ 0x5] frame I:1     Avg QP:19.65  size:  2157',
  '[libx264 @ 0x5] frame P:450   Avg QP:20.41  size:   503',
  '[libx264 @ 0x5] frame B:3     Avg QP: 9.67  size:    19',
  '[libx264 @ 0x5] consecutive B-frames: 33.3%  0.0%  0.0% 66.7%',
  '[libx264 @ 0x5] mb P  I16..4:  0.0%  0.0%  0.0%  P16..4:  6.2% 22.9%  5.2%  0.0%  0.0%    skip:65.6%',
  '[libx264 @ 0x5] mb B  I16..4:  0.0%  0.0%  0.0%  B16..8:  0.7%  1.4%  0.5%  direct: 1.4%  skip:95.8%  L0:73.3% L1:26.7% BI: 0.0%',
  '[libx264 @ 0x5] 8x8 transform intra:6.2% inter:100.0%',
  '[libx264 @ 0x5] direct mvs  spatial:99.1% temporal:0.9%',
  '[libx264 @ 0x5] field mbs: intra: 5.0% inter:3.1% skip:3.0%',
  '[libx264 @ 0x5] coded y,u,v intra: 37.5% 32.3% 31.8% inter: 1.9% 1.9% 1.9%',
  '[libx264 @ 0x5] coded y,uvDC,uvAC intra: 34.0% 57.6% 44.4% inter: 26.9% 46.5% 43.4%',
  '[libx264 @ 0x5] i16 v,h,dc,p: 93%  0%  7%  0%',
  '[libx264 @ 0x5] i8 v,h,dc,ddl,ddr,vr,hd,vl,hu:  0%  8% 33% 25%  0%  0%  0%  0% 33%',
  '[libx264 @ 0x5] i4 v,h,dc,ddl,ddr,vr,hd,vl,hu: 58% 13% 21%  2%  1%  1%  1%  2%  0%',
  '[libx264 @ 0x5] i8c dc,h,v,p: 54% 14% 30%  1%',
  '[libx264 @ 0x5] Weighted P-Frames: Y:0.0% UV:0.0%',
  '[libx264 @ 0x5] ref P L0: 90.9%  9.1%',
  '[libx264 @ 0x5] PSNR Mean Y:51.130 U:52.270 V:51.900 Avg:51.400 Global:50.900 kb/s:33.69',
  '[libx264 @ 0x5] SSIM Mean Y:0.9872154 (18.932db)',
  '[libx264 @ 0x5] final ratefactor: 23.51',
  '[libx264 @ 0x5] [info] kb/s:33.69',
  'x265 [info]: frame I:      1, Avg QP:29.74  kb/s: 115.04  ',
  'x265 [info]: consecutive B-frames: 50.0% 0.0% 0.0% 0.0% 50.0% ',
  'encoded 6 frames in 0.07s (91.83 fps), 23.56 kb/s, Avg QP:33.40',
  'encoded 6 frames in 0.07s (91.83 fps), 23.56 kb/s, Avg QP:33.40, Global PSNR: 40.1',
  'Svt[info]: Number of PPCS 37',
  '[libopenh264 @ 0x5] [OpenH264] this = 0x0x55d7, Info:EncoderStatistics: SpatialId = 0,640x360, SpeedInMs: 0.400000, fAverageFrameRate=25.0, LastFrameQP=24',
  '[libopenh264 @ 0x5] [OpenH264] this = 0x0x55d7, Info:CWelsH264SVCEncoder::Uninitialize(), openh264 codec version = 2.3',
  '[aac @ 0x5] Qavg: 1558.689',
  '[aac @ 0x5] Qavg: nan',
  '[opus @ 0x5] Average Intensity Stereo band: 21.0',
  '[opus @ 0x5] Dual Stereo used: 0.00%',
  '[Parsed_psnr_0 @ 0x5] PSNR y:31.200000 u:38.100000 v:39.000000 average:32.700000 min:30.100000 max:34.000000',
  '[Parsed_volumedetect_0 @ 0x5] mean_volume: -20.5 dB',
  '[Parsed_volumedetect_0 @ 0x5] n_samples: 88200',
  '[Parsed_idet_0 @ 0x5] Repeated Fields: Neither:   250 Top:     0 Bottom:     0',
  '[out#0/flv @ 0x5] video:575KiB audio:171KiB subtitle:0KiB other streams:0KiB global headers:0KiB muxing overhead: 2.844818%',
  'video:2kB audio:0kB subtitle:0kB other streams:0kB global headers:0kB muxing overhead: 1.2%',
  '[in#0/flv @ 0x5] Total: 250 packets (51234 bytes) demuxed',
];

it.each(COUNTED)('the line %s counts as statistics, in a log and as the last line', (line) => {
  expect(evidenceIn(line)).toBe('');
  expect(isStatistics(line) ? stripLogPrefix(line) : '').toBe('');
});

it.each([
  'rtmp://127.0.0.1:1935/live/x: Connection refused',
  '[rtmp @ 0x5] Server error: code 403',
  '[http @ 0x5] HTTP error 503 Service Unavailable',
  'http://127.0.0.1:8080/1: Server returned 5XX Server Error reply',
  "Value 5000 for parameter 'crf' out of range [0 - 51]",
  'RTP: missed 5 packets',
  '[flv @ 0x5] Non-monotonous DTS in output stream 0:0; previous: 123, current: 122; changing to 124.',
  '[hls @ 0x5] keepalive request for 5 segments lost',
  'Terminated: 15',
  'Segmentation fault',
  'speed=0.4x',
  '[tcp @ 0x5] Connection to tcp://10.0.0.1:80 timed out',
])('the line %s is more than statistics', (line) => expect(isStatistics(line)).toBe(false));

it('a line of any length is classified in linear time', () => {
  expect(isStatistics('1 '.repeat(1_000_000))).toBe(true);
  expect(isStatistics(`${'['.repeat(100_000)}]`)).toBe(false);
});
