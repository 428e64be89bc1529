import { describe, expect, it } from 'vitest';
import { processorTime } from '../../harness/test/testing/processorTime.ts';
import { parseStreams } from './streams.ts';

const video = { type: 'video', samplingHz: 0, layout: '' };
const audio = { type: 'audio', fps: 0, pixFmt: '', width: 0, height: 0 };
const mp4 = "Input #0, mov,mp4,m4a,3gp,3g2,mj2, from '/data/probe.mp4':";
const lavfi = "Input #0, lavfi, from 'testsrc2=size=320x180:rate=25':";
const flv = "Input #0, flv, from 'rtmp://127.0.0.1/live/x':";

describe('a stream that ffmpeg announces', () => {
  it.each([
    [
      [
        mp4,
        '  Duration: 00:00:03.00, start: 0.000000, bitrate: 1840 kb/s',
        '  Stream #0:0[0x1](und): Video: h264 (Constrained Baseline) (avc1 / 0x31637661), yuv420p(progressive), 640x360 [SAR 1:1 DAR 16:9], 1762 kb/s, 25 fps, 25 tbr, 12800 tbn (default)',
      ],
      {
        ...video,
        language: 'und',
        codec: 'h264',
        pixFmt: 'yuv420p',
        width: 640,
        height: 360,
        fps: 25,
        bitrateKbit: 1762,
        durationSeconds: 3,
        format: 'mov,mp4,m4a,3gp,3g2,mj2',
        address: '/data/probe.mp4',
      },
    ],
    [
      [mp4, '  Stream #0:1[0x2](deu): Audio: aac (LC) (mp4a / 0x6134706D), 48000 Hz, mono, fltp, 69 kb/s (default)'],
      {
        ...audio,
        stream: 1,
        language: 'deu',
        codec: 'aac',
        samplingHz: 48000,
        layout: 'mono',
        bitrateKbit: 69,
        durationSeconds: 0,
      },
    ],
    // 5.1, a generator has neither bitrate nor fps
    [
      [
        lavfi,
        '  Stream #0:0: Video: rawvideo (I420 / 0x30323449), yuv420p, 320x180 [SAR 1:1 DAR 16:9], 25 tbr, 25 tbn',
      ],
      {
        ...video,
        codec: 'rawvideo',
        pixFmt: 'yuv420p',
        width: 320,
        height: 180,
        fps: 0,
        bitrateKbit: 0,
        language: 'und',
      },
    ],
    // 4.1 indents deeper and adds colors to the pixel format
    [
      [
        flv,
        '    Stream #0:0: Video: h264 (Main), yuv420p(tv, bt709, progressive), 1920x1080 [SAR 1:1 DAR 16:9], 4000 kb/s, 29.97 fps, 29.97 tbr, 1k tbn, 59.94 tbc',
      ],
      {
        ...video,
        codec: 'h264',
        pixFmt: 'yuv420p',
        width: 1920,
        height: 1080,
        fps: 29.97,
        bitrateKbit: 4000,
        address: 'rtmp://127.0.0.1/live/x',
      },
    ],
    [
      [flv, '    Stream #0:1(eng): Audio: aac (LC), 44100 Hz, 5.1(side), fltp, 128 kb/s'],
      { ...audio, stream: 1, language: 'eng', codec: 'aac', samplingHz: 44100, layout: '5.1(side)', bitrateKbit: 128 },
    ],
    // 4.3 at log level verbose adds reference frames and the chroma location
    [
      [
        "[info] Input #0, rtsp, from 'rtsp://10.0.0.2/live':",
        '[info]     Stream #0:0: Video: h264 (High), 1 reference frame, yuvj420p(pc, bt709, progressive, left), 1280x720 (0x0), 5 tbr, 90k tbn, 180k tbc',
      ],
      { ...video, codec: 'h264', pixFmt: 'yuvj420p', width: 1280, height: 720, fps: 0 },
    ],
    [
      [
        "Input #0, rtsp, from 'rtsp://10.0.0.2/live':",
        '    Stream #0:0: Video: hevc, yuvj420p(pc), 3840x2160 [SAR 1:1 DAR 16:9], 15 tbr, 90k tbn, 90k tbc',
      ],
      { ...video, codec: 'hevc', pixFmt: 'yuvj420p', width: 3840, height: 2160 },
    ],
    // the probe ended before the pixel format was known
    [
      [
        mp4,
        '  Stream #0:0[0x1](und): Video: h264 (avc1 / 0x31637661), none, 640x360, 1762 kb/s, SAR 1:1 DAR 16:9, 25 fps, 25 tbr, 12800 tbn (default)',
      ],
      { ...video, pixFmt: 'none', width: 640, height: 360, fps: 25 },
    ],
    // 6.1, MPEG-TS
    [
      [
        "Input #0, mpegts, from 'srt://127.0.0.1:6000':",
        '  Stream #0:0[0x100]: Video: hevc (Main) (HEVC / 0x43564548), yuv420p(tv), 1280x720 [SAR 1:1 DAR 16:9], 50 fps, 50 tbr, 90k tbn',
      ],
      { ...video, codec: 'hevc', pixFmt: 'yuv420p', width: 1280, height: 720, fps: 50, format: 'mpegts' },
    ],
    // 7.0 with a level prefix
    [
      [
        "[info] Input #0, flv, from 'rtmp://h/x':",
        '[info]   Stream #0:0: Video: h264 (High), yuv420p(progressive), 1280x720, 2500 kb/s, 30 fps, 30 tbr, 1k tbn',
      ],
      { ...video, codec: 'h264', width: 1280, height: 720, fps: 30, bitrateKbit: 2500 },
    ],
    [
      ["Input #0, matroska,webm, from 'a.mkv':", '  Stream #0:2(ger): Subtitle: subrip (default)'],
      { type: 'subtitle', stream: 2, language: 'ger', codec: 'subrip', width: 0, samplingHz: 0 },
    ],
  ])('is parsed from %j', (lines, expected) => {
    const streams = parseStreams(lines);
    expect(streams).toHaveLength(1);
    expect(streams[0]).toMatchObject({ direction: 'input', index: 0, ...expected });
  });

  it('belongs to the input or output announced last', () => {
    const streams = parseStreams([
      lavfi,
      '  Stream #0:0: Video: rawvideo (I420 / 0x30323449), yuv420p, 320x180, 25 tbr, 25 tbn',
      "Input #1, lavfi, from 'sine=frequency=440':",
      '  Stream #1:0: Audio: pcm_s16le, 44100 Hz, mono, s16, 705 kb/s',
      'Stream mapping:',
      '  Stream #0:0 -> #0:0 (rawvideo (native) -> h264 (libx264))',
      "Output #0, hls, to 'http://admin:pass@127.0.0.1:8080/memfs/a.m3u8':",
      '  Stream #0:0: Video: h264, yuv420p(progressive), 320x180 [SAR 1:1 DAR 16:9], q=2-31, 300 kb/s, 25 fps, 25 tbn',
      '  Stream #0:1: Audio: aac (LC), 44100 Hz, mono, fltp, 64 kb/s',
    ]);
    expect(
      streams.map(({ direction, index, stream, format, codec }) => [direction, index, stream, format, codec]),
    ).toEqual([
      ['input', 0, 0, 'lavfi', 'rawvideo'],
      ['input', 1, 0, 'lavfi', 'pcm_s16le'],
      ['output', 0, 0, 'hls', 'h264'],
      ['output', 0, 1, 'hls', 'aac'],
    ]);
  });
});

it('a long line that looks like an input is parsed in linear time', () => {
  const spentMs = processorTime();
  expect(parseStreams([`Input #0, x${", from '".repeat(8_000)}`, `  Stream #0:0${'('.repeat(60_000)}`])).toEqual([]);
  expect(spentMs()).toBeLessThan(500);
});
