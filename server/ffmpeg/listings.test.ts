import { describe, expect, it } from 'vitest';
import { parseBanner, parseCodecs, parseFilters, parseFormats, parseHwaccels, parseProtocols } from './listings.ts';
import { parsePcmDevices } from './skills.ts';

describe('the ffmpeg banner', () => {
  it.each([
    ['ffmpeg version 5.1.9-0+deb12u1 Copyright (c) 2000-2026 the FFmpeg developers', '5.1.9'],
    ['ffmpeg version 4.4.2 Copyright (c) 2000-2021 the FFmpeg developers', '4.4.2'],
    ['ffmpeg version 6.0 Copyright (c) 2000-2023 the FFmpeg developers', '6.0.0'],
    ['ffmpeg version n7.1-152-gd72536008a-20241024 Copyright (c) 2000-2024', '7.1.0'],
    ['ffmpeg version N-117599-g3ce8ef5c85 Copyright (c) 2000-2024', ''],
    ['not found', ''],
  ])('%s has version %j', (text, version) => expect(parseBanner(text).version).toBe(version));

  it('contains compiler, configuration and libraries', () => {
    expect(
      parseBanner(
        [
          'ffmpeg version 5.1.9-0+deb12u1 Copyright (c) 2000-2026 the FFmpeg developers',
          'built with gcc 12 (Debian 12.2.0-14+deb12u1)',
          'configuration: --enable-gpl --enable-libx264',
          'libavutil      57. 28.100 / 57. 28.100',
          'libswresample   4.  7.100 /  4.  7.100',
        ].join('\n'),
      ),
    ).toEqual({
      version: '5.1.9',
      compiler: 'gcc 12 (Debian 12.2.0-14+deb12u1)',
      configuration: '--enable-gpl --enable-libx264',
      libraries: [
        { name: 'libavutil', compiled: '57. 28.100', linked: '57. 28.100' },
        { name: 'libswresample', compiled: '4.  7.100', linked: '4.  7.100' },
      ],
    });
  });
});

it('codecs list their coders, or null if there are none', () => {
  const codecs = parseCodecs(
    [
      'Codecs:',
      ' D..... = Decoding supported',
      ' ..V... = Video codec',
      ' -------',
      ' D.VI.S 012v                 Uncompressed 4:2:2 10-bit',
      ' .EVIL. a64_multi            Multicolor charset for Commodore 64 (encoders: a64multi )',
      ' DEV.LS h264                 H.264 / AVC / MPEG-4 AVC (decoders: h264 h264_v4l2m2m ) (encoders: libx264 libx264rgb )',
      ' DEAIL. mp2                  MP2 (MPEG audio layer 2) (decoders: mp2float mp2 ) (encoders: mp2 mp2fixed )',
      ' ..S... arib_caption         ARIB STD-B24 caption',
      ' D.D... bin_data             binary data',
    ].join('\n'),
  );
  expect(codecs).toEqual({
    video: [
      { id: '012v', name: 'Uncompressed 4:2:2 10-bit', encoders: null, decoders: ['012v'] },
      { id: 'a64_multi', name: 'Multicolor charset for Commodore 64', encoders: ['a64multi'], decoders: null },
      {
        id: 'h264',
        name: 'H.264 / AVC / MPEG-4 AVC',
        encoders: ['libx264', 'libx264rgb'],
        decoders: ['h264', 'h264_v4l2m2m'],
      },
    ],
    audio: [
      { id: 'mp2', name: 'MP2 (MPEG audio layer 2)', encoders: ['mp2', 'mp2fixed'], decoders: ['mp2float', 'mp2'] },
    ],
    subtitle: [{ id: 'arib_caption', name: 'ARIB STD-B24 caption', encoders: null, decoders: null }],
  });
});

it.each([
  [
    [
      ' D. = Demuxing supported',
      ' .E = Muxing supported',
      ' --',
      ' DE alsa            ALSA audio output',
      '  E sdl,sdl2        SDL2 output device',
      ' D  libcdio          ',
    ],
    {
      demuxers: [
        { id: 'alsa', name: 'ALSA audio output' },
        { id: 'libcdio', name: '' },
      ],
      muxers: [
        { id: 'alsa', name: 'ALSA audio output' },
        { id: 'sdl', name: 'SDL2 output device' },
      ],
    },
  ],
  [
    [
      ' D.. = Demuxing supported',
      ' .E. = Muxing supported',
      ' ..d = Is a device',
      ' ---',
      ' D   3dostr          3DO STR',
      ' DEd alsa            ALSA audio output',
      '  E  hls             Apple HTTP Live Streaming',
    ],
    {
      demuxers: [
        { id: '3dostr', name: '3DO STR' },
        { id: 'alsa', name: 'ALSA audio output' },
      ],
      muxers: [
        { id: 'alsa', name: 'ALSA audio output' },
        { id: 'hls', name: 'Apple HTTP Live Streaming' },
      ],
    },
  ],
])('list %# of formats and devices is parsed', (lines, expected) =>
  expect(parseFormats(['File formats:', ...lines].join('\n'))).toEqual(expected),
);

it('the list of filters is parsed', () =>
  expect(
    parseFilters(
      [
        'Filters:',
        '  T.. = Timeline support',
        '  | = Source or sink filter',
        ' ... abench            A->A       Benchmark part of a filtergraph.',
        ' T.C acrusher          A->A       Reduce audio bit resolution.',
        ' ... anullsrc          |->A       Null audio source, return empty audio frames.',
        ' TS concat            N->N       Concatenate audio and video streams.',
      ].join('\n'),
    ),
  ).toEqual([
    { id: 'abench', name: 'Benchmark part of a filtergraph.' },
    { id: 'acrusher', name: 'Reduce audio bit resolution.' },
    { id: 'anullsrc', name: 'Null audio source, return empty audio frames.' },
    { id: 'concat', name: 'Concatenate audio and video streams.' },
  ]));

it('protocols and hardware acceleration are parsed', () => {
  expect(parseProtocols('Supported file protocols:\nInput:\n  file\n  rtmp\nOutput:\n  srt\n')).toEqual({
    input: [
      { id: 'file', name: 'file' },
      { id: 'rtmp', name: 'rtmp' },
    ],
    output: [{ id: 'srt', name: 'srt' }],
  });
  expect(parseHwaccels('Hardware acceleration methods:\nvaapi\ncuda\n\n')).toEqual([
    { id: 'vaapi', name: 'vaapi' },
    { id: 'cuda', name: 'cuda' },
  ]);
});

it('sound devices are parsed', () => {
  const pcm = [
    '00-00: ALC887-VD Analog : ALC887-VD Analog : playback 1 : capture 1',
    '01-03: HDMI 0 : HDMI 0 : playback 1',
    '',
  ].join('\n');
  expect(parsePcmDevices(pcm, 'capture')).toEqual([
    { id: 'hw:0,0', name: 'ALC887-VD Analog', extra: '', media: 'audio' },
  ]);
  expect(parsePcmDevices(pcm, 'playback').map(({ id }) => id)).toEqual(['hw:0,0', 'hw:1,3']);
});
