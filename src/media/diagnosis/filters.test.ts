import { describe, expect, it } from 'vitest';
import { diagnoseRun } from './diagnoseRun.ts';
import { parseRun } from './parseRun.ts';

/** Harmless lines of filters of ffmpeg 5.1 and 7, one of each kind. */
const BENIGN = [
  '[graph 0 input from stream 0:0 @ 0x1] Changing video frame properties on the fly is not supported by all filters',
  '[graph_0_in_0_1 @ 0x1] Changing audio frame properties on the fly is not supported.',
  '[fc#0 @ 0x1] Reconfiguring filter graph because video parameters changed to yuv420p(tv, bt709), 640x360',
  '[fc#-1 @ 0x1] Reconfiguring filter graph because audio parameters changed to 48000 Hz, stereo, fltp',
  '[Parsed_cropdetect_0 @ 0x1] x1:0 x2:319 y1:0 y2:239 w:320 h:240 x:0 y:0 pts:126000 t:1.400000 crop=320:240:0:0',
  '[Parsed_ebur128_0 @ 0x1] t: 0.4 TARGET:-23 LUFS M: -21.8 S:-120.7 I: -21.8 LUFS LRA: 0.0 LU',
  '[Parsed_ebur128_0 @ 0x1] Summary:',
  '[Parsed_astats_0 @ 0x1] Number of NaNs: 0.000000',
  '[Parsed_volumedetect_0 @ 0x1] mean_volume: -21.1 dB',
  '[Parsed_loudnorm_0 @ 0x1] ',
  '[Parsed_showinfo_0 @ 0x1] color_range:unknown color_space:unknown color_primaries:unknown color_trc:unknown',
  '[Parsed_idet_0 @ 0x1] Repeated Fields: Neither: 48 Top: 0 Bottom: 0',
  '[Parsed_loop_0 @ 0x1] Number of frames to loop is not set!',
  '[Parsed_drawtext_0 @ 0x1] Using "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"',
  '[Parsed_subtitles_0 @ 0x1] libass API version: 0x1701000',
  '[Parsed_pan_0 @ 0x1] Pure channel mapping detected: 0 0',
  '[Parsed_colorspace_0 @ 0x1] Input range not set, assuming tv/mpeg',
  '[auto_scale_0 @ 0x1] w:1280 h:720 flags:bicubic interl:0',
  '[blackdetect @ 0x1] black_start:0 black_end:2 black_duration:2',
  '[freezedetect @ 0x1] lavfi.freezedetect.freeze_start: 0',
  '[Parsed_idet_0 @ 0x1] Multi frame detection: TFF:     9 BFF:     0 Progressive:     3 Undetermined:     0',
  '[Parsed_showinfo_0 @ 0x1] config out time_base: 0/0, frame_rate: 0/0',
  '[Parsed_showinfo_0 @ 0x1] n:   0 pts:      0 pos:       -1 fmt:yuv420p sar:1/1 s:160x120 i:P iskey:1 type:I',
  '[Parsed_metadata_1 @ 0x1] lavfi.signalstats.YMIN=22',
  '[scdet @ 0x1] lavfi.scd.score: 3.020, lavfi.scd.time: 0.2',
  '[Parsed_blackframe_0 @ 0x1] frame:0 pblack:2 pts:0 t:0.000000 type:I last_keyframe:0',
  '[Parsed_vfrdet_0 @ 0x1] VFR:0.000000 (0/10)',
  '[Parsed_bbox_0 @ 0x1] n:0 pts:0 pts_time:0 x1:0 x2:159 y1:0 y2:119 w:160 h:120 crop=160:120:0:0',
  '[Parsed_psnr_1 @ 0x1] PSNR y:inf u:inf v:inf average:inf min:inf max:inf',
  '[Parsed_ssim_1 @ 0x1] SSIM Y:1.000000 (inf) U:1.000000 (inf) V:1.000000 (inf) All:1.000000 (inf)',
  '[Parsed_thumbnail_0 @ 0x1] frame id #1 (pts_time=0.200000) selected from a set of 5 images',
  '[Parsed_perms_0 @ 0x1] random seed: 0x1',
  '[Parsed_astats_0 @ 0x1] Mean difference: 163.412846',
  '[Parsed_astats_0 @ 0x1] Crest factor: 1.414229',
  '[Parsed_replaygain_0 @ 0x1] track_gain = +6.28 dB',
  '[Parsed_ashowinfo_0 @ 0x1] n:0 pts:0 pos:-1 fmt:s16 channels:1 chlayout:mono rate:44100 nb_samples:1024',
  '[Parsed_drmeter_0 @ 0x1] Channel 1: DR: nan',
  '[Parsed_pan_0 @ 0x1] [SWR @ 0x1] Input channel layout has a different number of channels, ignoring layout',
];

const BEGUN = ["Input #0, hls, from 'http://a.example/x.m3u8':", "Output #0, flv, to 'rtmp://b.example/live':"];

const ENDS: [how: string, lines: string[], exec: 'failed' | 'finished' | 'killed'][] = [
  ['without a word', [], 'failed'],
  ['well', [], 'finished'],
  ['killed', [], 'killed'],
  ['truncated, 5.1', ['av_interleaved_write_frame(): Broken pipe', 'Conversion failed!'], 'failed'],
  [
    'truncated, 7',
    ['[vost#0:0/copy @ 0x1] Error submitting a packet to the muxer: Connection reset by peer'],
    'failed',
  ],
  ['source reset', ['http://a.example/x.m3u8: Connection reset by peer'], 'failed'],
  ['source ended', ['[in#0/mpegts @ 0x1] Error during demuxing: Input/output error'], 'failed'],
  ['disk full', ['av_interleaved_write_frame(): No space left on device', 'Conversion failed!'], 'failed'],
];

describe.each(ENDS)('the cause of a run with the end "%s"', (_, ending, exec) => {
  it.each(BENIGN)('is not changed by the line %s', (line) => {
    for (const role of ['source', 'target'] as const) {
      const run = (lines: string[]) => diagnoseRun({ lines, seconds: 60, exec, order: 'start' }, role);
      const { cause, party, severity } = run([...BEGUN, ...ending]);
      for (const lines of [
        [...BEGUN, line, ...ending],
        [...BEGUN.slice(0, 1), line, ...BEGUN.slice(1), ...ending],
      ])
        expect(run(lines)).toMatchObject({ cause, party, severity });
    }
  });
});

it.each([
  ['filter-wrong', "[Parsed_scale_0 @ 0x1] Invalid size 'abc'"],
  ['filter-wrong', '[Parsed_adelay_0 @ 0x1] Invalid syntax for delay.'],
  ['filter-wrong', '[Parsed_scale_0 @ 0x1] Size and width/height expressions cannot be set at the same time.'],
  ['filter-wrong', '[AVFilterGraph @ 0x1] Mismatched \'[\' found in the following: "[x".'],
  ['filter-wrong', "[Parsed_channelmap_0 @ 0x1] input channel 'FL' not available from input layout 'mono'"],
  ['filter-wrong', '[Parsed_drawtext_0 @ 0x1] Either text, a valid file, a timecode or text source must be provided'],
  ['filter-wrong', '[af#0:0 @ 0x1] Tried to connect audio stream to video filtergraph input'],
  [
    'filter-wrong',
    "[loudnorm @ 0x1] Value 5.000000 for parameter 'I' out of range [-70 - -5]\nError reinitializing filters!",
  ],
  ['filter-file', '[Parsed_arnndn_0 @ 0x1] Failed to open model file: /nope'],
  ['filter-file', '[Parsed_subtitles_0 @ 0x1] Unable to open /nope.srt'],
])('the cause %s is found in the line of a filter: %s', (cause, lines) => {
  const run = {
    lines: [...BEGUN.slice(0, 1), ...lines.split('\n'), 'Conversion failed!'],
    seconds: 1,
    exec: 'failed' as const,
  };
  expect(parseRun(run, 'source').ran).toBe(false);
  expect(diagnoseRun(run, 'source').cause).toBe(cause);
});

it.each([
  [
    '[graph 0 input from stream 0:0 @ 0x1] Changing video frame properties on the fly is not supported by all filters',
    'resolution-changed',
  ],
  [
    '[fc#0 @ 0x1] Reconfiguring filter graph because video parameters changed to yuv420p(tv), 640x360',
    'resolution-changed',
  ],
  [
    "Multiple -filter options specified for stream 0, only the last option '-filter:v hflip' will be used.",
    'filter-lost',
  ],
  ['[tee @ 0x55d] Slave muxer #1 failed: Input/output error, continuing with 1/2 slaves.', 'output-lost'],
  ["Multiple -b options specified for stream 0, only the last option '-b:v 1M' will be used.", undefined],
  [
    "Multiple -codec, -c, -acodec, -vcodec, -scodec or -dcodec options specified for stream 0, only the last option '-c:v copy' will be used.",
    undefined,
  ],
])('the line %s is a warning: %s', (line, cause) => {
  const { warnings } = diagnoseRun({ lines: [...BEGUN, line], seconds: 60, exec: null }, 'source');
  expect(warnings[0]?.cause).toBe(cause);
});
