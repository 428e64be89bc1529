import { msg } from '../../i18n/msg.ts';
import { codecName, UNCOMPRESSED } from './codecName.ts';
import type { MediaType, Stream } from './streams.ts';

/** `browsers`: HLS with MPEG-TS; `flv`: RTMP; `icecast`: audio only. */
export type PassthroughTarget = 'browsers' | 'flv' | 'mpegts' | 'icecast';

/** `named`: plays, but the operator should know; `some`: broken for most viewers; `nowhere`: unsupported. */
export type Playability = 'everywhere' | 'named' | 'some' | 'nowhere';

export type StreamProperty =
  | 'codec'
  | 'pixels'
  | 'colors'
  | 'profile'
  | 'scan'
  | 'rotation'
  | 'size'
  | 'pace'
  | 'layout'
  | 'sampling';

export interface PassthroughReason {
  property: StreamProperty;
  plays: Exclude<Playability, 'everywhere'>;
  /** English; to be translated. */
  text: string;
  values: Readonly<Record<string, string | number>>;
}

export interface Passthrough {
  plays: Playability;
  reasons: readonly PassthroughReason[];
}

/** The first matching row applies. `test` matches the property as text. */
interface Row {
  test: RegExp;
  browsers: Playability;
  flv: Playability;
  mpegts: Playability;
  icecast: Playability;
}

const row = (
  test: RegExp,
  browsers: Playability,
  flv: Playability,
  mpegts: Playability,
  icecast: Playability,
): Row => ({
  ...{ test, browsers, flv, mpegts, icecast },
});

const [E, N, S, X] = ['everywhere', 'named', 'some', 'nowhere'] as const;

interface PropertyTable {
  property: StreamProperty;
  type: MediaType;
  /** Null for all. */
  codecs: readonly string[] | null;
  /** '' if unknown; then no row applies. */
  of: (stream: Stream) => string;
  rows: readonly Row[];
  text: string;
  values?: (stream: Stream) => PassthroughReason['values'];
}

/** Limits of H.264 level 5.2, which phones and televisions decode. */
const LARGEST = { long: 4096, short: 2304 };
const FASTEST = 60.5;
/** Smaller ratios are rounding errors. */
const UNEVEN = 1.03;
/** From these values on, ffmpeg reports the time base instead of a frame rate. */
const CLOCK = { fps: 1000, tbr: 240 };

/** For H.264 and MPEG-2, ffmpeg reports the field rate even with whole frames. */
const isOfFields = (fps: number, tbr: number) => tbr > (fps * 2) / UNEVEN && tbr < fps * 2 * UNEVEN;

const isUneven = ({ fps = 0, tbr = 0 }: Stream): boolean =>
  fps > 0 && tbr <= CLOCK.tbr && tbr > fps * UNEVEN && !isOfFields(fps, tbr);

/**
 * Tested with Chromium and Firefox. Phones and televisions decode only 8-bit 4:2:0 H.264. FLV: Adobe's specification.
 * MPEG-TS: streams with their own type in libavformat.
 */
const TABLES: readonly PropertyTable[] = [
  {
    ...{ property: 'codec', type: 'video', codecs: null },
    of: ({ codec }) => codec,
    rows: [
      row(/^h264$/, E, E, E, X),
      row(/^hevc$/, S, S, E, X),
      row(/^av1$/, X, S, X, X),
      row(/^vp9$/, X, S, X, X),
      row(/^mpeg[12]video$/, X, X, E, X),
      row(/^(mpeg4|vc1|cavs|dirac|vvc)$/, X, X, S, X),
      row(/^(flv1|vp6f|vp6a|flashsv2?)$/, X, S, X, X),
      row(/./, X, X, X, X),
    ],
    text: msg('{{codec}} cannot be played by most viewers.'),
    values: codecWords,
  },
  {
    ...{ property: 'codec', type: 'audio', codecs: null },
    of: ({ codec }) => codec,
    rows: [
      row(/^aac$/, E, E, E, E),
      row(/^mp3$/, S, E, E, E),
      row(/^opus$/, X, S, S, E),
      row(/^(vorbis|flac)$/, X, X, X, E),
      row(/^(ac3|eac3)$/, S, X, E, X),
      row(/^(mp2|mp1|aac_latm)$/, X, X, E, X),
      row(/^(dts|truehd|s302m)$/, X, X, S, X),
      row(/^(speex|nellymoser|adpcm_swf|pcm_(alaw|mulaw|u8|s16le))$/, X, S, X, X),
      row(/./, X, X, X, X),
    ],
    text: msg('{{codec}} cannot be played by most viewers.'),
    values: codecWords,
  },
  {
    ...{ property: 'pixels', type: 'video', codecs: null },
    // Only ffmpeg reports this; a stream without a probe has no pixel format.
    of: ({ pix_fmt, width }) => (pix_fmt === 'none' && width > 0 ? 'unread' : ''),
    rows: [row(/./, N, N, N, X)],
    text: msg('The video could not be decoded yet: it may be encrypted, or its keyframes are far apart.'),
  },
  {
    ...{ property: 'pixels', type: 'video', codecs: ['h264'] },
    of: ({ pix_fmt }) => (pix_fmt === 'none' ? '' : pix_fmt),
    rows: [row(/^(yuvj?420p|nv12|nv21)$/, E, E, E, X), row(/./, S, S, S, X)],
    text: msg(
      'The colors of the video are {{pixels}}: phones, televisions and some browsers show only 4:2:0 in 8 bit.',
    ),
    values: ({ pix_fmt }) => ({ pixels: pixelWords(pix_fmt) }),
  },
  {
    ...{ property: 'pixels', type: 'video', codecs: ['hevc', 'mpeg2video'] },
    of: ({ pix_fmt }) => (pix_fmt === 'none' ? '' : pix_fmt),
    rows: [row(/^(yuvj?420p|yuv420p10le|nv12|p010le)$/, E, E, E, X), row(/./, S, S, S, X)],
    text: msg('The colors of the video are {{pixels}}, which most receivers cannot decode.'),
    values: ({ pix_fmt }) => ({ pixels: pixelWords(pix_fmt) }),
  },
  {
    ...{ property: 'colors', type: 'video', codecs: null },
    of: ({ hdr = '' }) => hdr,
    rows: [row(/./, N, N, N, X)],
    text: msg('The video is HDR ({{curve}}): screens and platforms without HDR show its colors pale or too dark.'),
    values: ({ hdr = '' }) => ({ curve: hdr }),
  },
  {
    ...{ property: 'profile', type: 'video', codecs: ['h264'] },
    of: ({ profile = '' }) => profile,
    rows: [
      row(/^((Constrained )?Baseline|Main|(Progressive |Constrained )?High)$/, E, E, E, X),
      row(/^(High (10|4:2:2|4:4:4)|CAVLC|Extended|Stereo|Multiview|Scalable)/, S, S, S, X),
    ],
    text: msg('The profile of the video is {{profile}}, which phones, televisions and some browsers cannot decode.'),
    values: ({ profile = '' }) => ({ profile }),
  },
  {
    ...{ property: 'scan', type: 'video', codecs: null },
    of: ({ field_order = '' }) => field_order,
    rows: [row(/^interlaced$/, N, N, N, X)],
    text: msg('The video is interlaced: moving edges look like combs until it is deinterlaced.'),
  },
  {
    ...{ property: 'rotation', type: 'video', codecs: null },
    of: ({ rotation = 0 }) => (rotation === 0 ? '' : String(rotation)),
    rows: [row(/./, S, S, S, X)],
    text: msg('The video has to be turned by {{degrees}}°, which only an encoder does.'),
    values: ({ rotation = 0 }) => ({ degrees: rotation }),
  },
  {
    ...{ property: 'size', type: 'video', codecs: null },
    of: ({ width, height }) =>
      Math.max(width, height) > LARGEST.long || Math.min(width, height) > LARGEST.short ? 'large' : '',
    rows: [row(/./, N, N, N, X)],
    text: msg('The video has {{width}}×{{height}} pixels: phones and televisions show at most 4096×2304.'),
    values: ({ width, height }) => ({ width, height }),
  },
  {
    ...{ property: 'pace', type: 'video', codecs: null },
    of: (stream) => ((stream.fps ?? 0) > FASTEST && (stream.fps ?? 0) < CLOCK.fps ? 'fast' : ''),
    rows: [row(/./, N, N, N, X)],
    text: msg('The video has {{fps}} frames per second, which is too many for slow devices.'),
    values: ({ fps = 0 }) => ({ fps: Math.round(fps) }),
  },
  {
    ...{ property: 'pace', type: 'video', codecs: null },
    of: (stream) => (isUneven(stream) ? 'uneven' : ''),
    rows: [row(/./, N, N, N, X)],
    text: msg('The frame rate of the video varies: about {{fps}} frames per second.'),
    values: ({ fps = 0 }) => ({ fps: Math.round(fps) }),
  },
  {
    ...{ property: 'profile', type: 'audio', codecs: ['aac'] },
    of: ({ profile = '' }) => profile,
    rows: [
      row(/^LC$/, E, E, E, E),
      row(/^HE-AAC(v2)?$/, E, N, E, E),
      row(/^(Main|SSR|LTP|LD|ELD|xHE-AAC)$/, S, S, S, S),
    ],
    text: msg('The audio is AAC {{profile}}: many players and platforms expect AAC LC.'),
    values: ({ profile = '' }) => ({ profile }),
  },
  {
    ...{ property: 'layout', type: 'audio', codecs: ['aac'] },
    of: ({ layout }) => layout,
    rows: [
      row(/^(mono|stereo|1 channels|2 channels)$/, E, E, E, E),
      // ffmpeg prints the same for AAC with a custom layout, which stops the player.
      row(/./, S, S, N, S),
    ],
    text: msg('The channel layout of the audio is {{layout}}: most players and platforms expect mono or stereo.'),
    values: ({ layout }) => ({ layout }),
  },
  {
    ...{ property: 'sampling', type: 'audio', codecs: ['mp3'] },
    of: ({ sampling_hz }) => (sampling_hz > 0 ? String(sampling_hz) : ''),
    rows: [
      row(/^(44100|22050|11025)$/, E, E, E, E),
      // FLV tags have no value for it.
      row(/^(48000|32000|24000|16000|12000|8000)$/, E, X, E, E),
    ],
    text: msg('RTMP carries MP3 only with 44100, 22050 or 11025 Hz, and the audio has {{hz}} Hz.'),
    values: ({ sampling_hz }) => ({ hz: sampling_hz }),
  },
];

function codecWords({ codec }: Stream) {
  const name = codecName(codec);
  return { codec: name === UNCOMPRESSED ? msg('Uncompressed data') : name };
}

const CHROMA: readonly [RegExp, string][] = [
  [/^(gray|y\d)/, '4:0:0'],
  [/^(gb|rgb|bgr)/, 'RGB'],
  [/444|nv24/, '4:4:4'],
  [/422|nv16|nv20|p210/, '4:2:2'],
  [/440/, '4:4:0'],
  [/420|nv12|nv21|p010/, '4:2:0'],
];

/** "4:2:2, 10 bit" for yuv422p10le; unknown formats stay as they are. */
function pixelWords(format: string): string {
  const [, chroma] = CHROMA.find(([test]) => test.test(format)) ?? [];
  const [, bits = /nv20|[np][02]1[05]/.test(format) ? '10' : '8'] =
    /(?:p|gray)(9|1[0-6])(?:le|be)?$/.exec(format) ?? [];
  return chroma === undefined ? format : `${chroma}, ${bits} bit`;
}

const WORST: readonly Playability[] = ['nowhere', 'some', 'named', 'everywhere'];
export const worstOf = (all: readonly Playability[]): Playability =>
  WORST.find((support) => all.includes(support)) ?? 'everywhere';

/** `codecs`: codecs that the receiver is known to support. */
export function passthroughOf(stream: Stream, target: PassthroughTarget, codecs: readonly string[] = []): Passthrough {
  const isTaken = target !== 'browsers' && codecs.includes(stream.codec);
  const applying = TABLES.filter(
    ({ property, type, codecs }) =>
      type === stream.type && (codecs === null || codecs.includes(stream.codec)) && !(property === 'codec' && isTaken),
  );
  const found = applying.flatMap(({ property, of, rows, text, values }): PassthroughReason[] => {
    const value = of(stream);
    const plays = value === '' ? 'everywhere' : (rows.find(({ test }) => test.test(value))?.[target] ?? 'everywhere');
    return plays === 'everywhere' ? [] : [{ property, plays, text, values: values?.(stream) ?? {} }];
  });
  // The profile repeats the pixel format.
  const colors = found.some(({ property, plays }) => property === 'pixels' && plays !== 'named');
  const reasons = found.filter(({ property, plays }) => !(colors && property === 'profile' && plays === 'some'));
  return { plays: worstOf(reasons.map(({ plays }) => plays)), reasons };
}

export const playsAsItIs = (stream: Stream, target: PassthroughTarget, codecs?: readonly string[]): boolean =>
  ['everywhere', 'named'].includes(passthroughOf(stream, target, codecs).plays);
