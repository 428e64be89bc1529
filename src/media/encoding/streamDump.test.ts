import { expect, it } from 'vitest';
import { parseStreamDump } from './streamDump.ts';

const dumped = (...log: string[]) =>
  parseStreamDump(["Input #0, mpegts, from 'x':", ...log]).map(({ index, stream, ...traits }) => traits);

/** Recorded with ffmpeg 5.1, some with 7.1. */
it.each<[string, string, object]>([
  [
    'H.264 of a production',
    '  Stream #0:0[0x100]: Video: h264 (High 4:2:2) ([27][0][0][0] / 0x001B), yuv422p10le(progressive), 320x180 [SAR 1:1 DAR 16:9], 25 fps, 25 tbr, 90k tbn',
    { id: 256, language: 'und', profile: 'High 4:2:2', field_order: 'progressive', tbr: 25 },
  ],
  [
    'interlaced video',
    '  Stream #0:0[0x100]: Video: h264 (Main) ([27][0][0][0] / 0x001B), yuv420p(tv, bt709, top first), 1920x1080 [SAR 1:1 DAR 16:9], 25 fps, 50 tbr, 90k tbn',
    { id: 256, language: 'und', profile: 'Main', field_order: 'interlaced', tbr: 50 },
  ],
  [
    'HDR of a phone',
    '  Stream #0:0[0x1](und): Video: hevc (Main 10) (hvc1 / 0x31637668), yuv420p10le(tv, bt2020nc/bt2020/arib-std-b67, progressive), 1920x1080, 29.98 fps, 30 tbr, 600 tbn (default)',
    {
      ...{ id: 1, language: 'und', profile: 'Main 10', field_order: 'progressive', hdr: 'HLG', tbr: 30 },
      disposition: ['default'],
    },
  ],
  [
    'fields in another order than they are coded',
    '  Stream #0:0: Video: dvvideo, yuv420p(tv, bottom coded first (swapped)), 720x576, 25 fps, 25 tbr, 25 tbn (default)',
    { language: 'und', field_order: 'interlaced', tbr: 25, disposition: ['default'] },
  ],
  [
    'sound with a language',
    '  Stream #0:1[0x101](deu): Audio: aac (HE-AACv2) ([15][0][0][0] / 0x000F), 44100 Hz, stereo, fltp, 32 kb/s (visual impaired) (descriptions)',
    { id: 257, language: 'deu', profile: 'HE-AACv2', disposition: ['visual impaired', 'descriptions'] },
  ],
  [
    'the name of a decoder, which is no profile',
    '  Stream #0:0: Audio: mp3 (mp3float), 44100 Hz, mono, fltp, 64 kb/s',
    { language: 'und' },
  ],
  [
    'a decoder and a profile',
    '  Stream #0:0: Video: av1 (libdav1d) (Main), yuv420p(tv, progressive), 640x360, 25 tbr, 1k tbn',
    { language: 'und', profile: 'Main', field_order: 'progressive', tbr: 25 },
  ],
  [
    'cover art',
    '  Stream #0:1: Video: mjpeg (Baseline), yuvj420p(pc, bt470bg/unknown/unknown), 300x300 [SAR 1:1 DAR 1:1], 90k tbr, 90k tbn (attached pic)',
    { language: 'und', profile: 'Baseline', tbr: 90_000, disposition: ['attached pic'] },
  ],
  [
    'a time code, at the log level of a core that prints it',
    '[info]   Stream #0:2[0x3](eng): Data: none (tmcd / 0x64636D74), 0 kb/s',
    { id: 3, language: 'eng', tag: 'tmcd' },
  ],
])('a stream line of ffmpeg is parsed: %s', (_, line, traits) => expect(dumped(line)).toEqual([traits]));

it.each([
  ['-90.00', 90],
  ['90.00', 270],
  ['-180.00', 180],
  ['180.00', 180],
  ['-0.00', undefined],
  ['nan', undefined],
])('a matrix of %s degrees rotates the video by %s', (angle, rotation) => {
  const line = '  Stream #0:0[0x1](und): Video: h264 (High) (avc1 / 0x31637661), yuv420p, 1920x1080, 30 fps, 30 tbr';
  const [found] = dumped(line, '    Side data:', `      displaymatrix: rotation of ${angle} degrees`);
  expect(found?.rotation).toBe(rotation);
});

const video = (n: number) => `  Stream #0:${n}[0x10${n}]: Video: h264 (High), yuv420p, 320x180, 25 fps`;
const audio = (n: number) => `  Stream #0:${n}[0x10${n}]: Audio: aac (LC), 48000 Hz, stereo, fltp`;
const service = (id: number, name: string) => [
  `  Program ${id} `,
  '    Metadata:',
  `      service_name    : ${name}`,
  '      service_provider: FFmpeg',
];

it('the programs of a stream are listed by name', () =>
  expect(
    dumped(
      ...service(1, 'Radio'),
      audio(0),
      ...service(2, 'TV: one'),
      video(1),
      audio(2),
      '  No Program',
      audio(3),
    ).map(({ programs }) => programs),
  ).toEqual([[{ id: 1, name: 'Radio' }], [{ id: 2, name: 'TV: one' }], [{ id: 2, name: 'TV: one' }], undefined]));

it('a stream of several programs is listed once, with bitrates of a master playlist', () => {
  const variant = (id: number, rate: number) => [
    `  Program ${id} `,
    '    Metadata:',
    `      variant_bitrate : ${rate}`,
  ];
  const rate = (bits: number) => ['    Metadata:', `      variant_bitrate : ${bits}`];
  const found = dumped(
    ...[...variant(0, 185_900), audio(0), video(1), ...rate(185_900)],
    ...[...variant(1, 515_900), audio(0), video(2), ...rate(515_900)],
  );
  expect(found.map(({ programs, variant_kbps }) => [programs?.map(({ id }) => id), variant_kbps])).toEqual([
    [[0, 1], undefined],
    [[0], 186],
    [[1], 516],
  ]);
});

it('streams are listed per input, up to the first output', () =>
  expect(
    parseStreamDump([
      ...["Input #0, lavfi, from 'a':", '  Stream #0:0: Video: rawvideo, yuv420p, 320x180'],
      ...["Input #1, lavfi, from 'b':", '  Stream #1:0: Audio: pcm_s16le, 44100 Hz, mono, s16'],
      ...["Output #0, null, to 'pipe:':", '  Stream #0:1: Audio: pcm_s16le, 44100 Hz, mono, s16'],
    ]).map(({ index, stream }) => `${index}:${stream}`),
  ).toEqual(['0:0', '1:0']));
