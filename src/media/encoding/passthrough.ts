import { msg } from '../../i18n/msg.ts';
import { codecName, UNCOMPRESSED } from './codecName.ts';
import type { MediaType, Stream } from './streams.ts';

/** Where a stream goes as it is: to browsers by HLS (in MPEG-TS), or to a receiver of FLV (RTMP), MPEG-TS, or sound alone. */
export type PassthroughTarget = 'browsers' | 'flv' | 'mpegts' | 'icecast';

/**
 * some: most viewers see or hear nothing, or something wrong. nowhere: it cannot be carried there, or nobody plays it.
 * named: it plays, and the operator should know.
 */
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
  /** English, to be translated; so are `words` of the values. */
  text: string;
  values: Readonly<Record<string, string | number>>;
}

export interface Passthrough {
  /** The worst of the reasons. */
  plays: Playability;
  reasons: readonly PassthroughReason[];
}

/** One kind of stream by one property; the first row that fits counts. `test`: of the property as text. */
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

/** Of `h264`, by the property: pixels as ffmpeg names them, for example. */
interface PropertyTable {
  property: StreamProperty;
  type: MediaType;
  /** null: of all. */
  codecs: readonly string[] | null;
  /** The property as text; '': it is not known, so nothing is said of it. */
  of: (stream: Stream) => string;
  rows: readonly Row[];
  text: string;
  values?: (stream: Stream) => PassthroughReason['values'];
}

/** Sides beyond those of level 5.2 of H.264, at which the decoders of phones and televisions end. */
const LARGEST = { long: 4096, short: 2304 };
const FASTEST = 60.5;
/** Of the frame rate: less is rounding. */
const UNEVEN = 1.03;
/** ffmpeg tells the clock in place of a frame rate: those of containers begin at 1000, rates to write at 600. */
const CLOCK = { fps: 1000, tbr: 240 };

/** ffmpeg tells the rate of fields of H.264 and MPEG-2, also where frames are sent whole. */
const isOfFields = (fps: number, tbr: number) => tbr > (fps * 2) / UNEVEN && tbr < fps * 2 * UNEVEN;

const isUneven = ({ fps = 0, tbr = 0 }: Stream): boolean =>
  fps > 0 && tbr <= CLOCK.tbr && tbr > fps * UNEVEN && !isOfFields(fps, tbr);

/**
 * Chromium and Firefox were seen to play what is called everywhere here, in the player of viewers, and to fail with the
 * rest, or to distort it: H.264 that is not 4:2:0 is too wide there, and AAC that describes its channels stops the
 * picture as well. Phones and televisions decode H.264 of 4:2:0 in 8 bit only. FLV: Adobe's description of it. MPEG-TS:
 * the streams to which libavformat gives a type of their own.
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
      // The player of viewers leaves it out of MPEG-TS: the picture plays without sound.
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
    // Only ffmpeg says so: a stream that was not probed has no colors at all.
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
      // ffmpeg calls it 5.1 whether AAC has a number for its layout or describes it: that one stops the player.
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
      // The tags of FLV have no number for it.
      row(/^(48000|32000|24000|16000|12000|8000)$/, E, X, E, E),
    ],
    text: msg('RTMP carries MP3 only with 44100, 22050 or 11025 Hz, and the audio has {{hz}} Hz.'),
    values: ({ sampling_hz }) => ({ hz: sampling_hz }),
  },
];

/** The codec as the subject of a sentence. */
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

/** "4:2:2, 10 bit" of yuv422p10le; as ffmpeg names them, where it is not known. */
function pixelWords(format: string): string {
  const [, chroma] = CHROMA.find(([test]) => test.test(format)) ?? [];
  const [, bits = /nv20|[np][02]1[05]/.test(format) ? '10' : '8'] =
    /(?:p|gray)(9|1[0-6])(?:le|be)?$/.exec(format) ?? [];
  return chroma === undefined ? format : `${chroma}, ${bits} bit`;
}

const WORST: readonly Playability[] = ['nowhere', 'some', 'named', 'everywhere'];
export const worstOf = (all: readonly Playability[]): Playability =>
  WORST.find((one) => all.includes(one)) ?? 'everywhere';

/**
 * How a stream that is not encoded plays there, and why. What ffmpeg does not tell of it is no reason.
 * @param taken codecs that the receiver is known to take: it says more of them than a table of all receivers
 */
export function passthroughOf(stream: Stream, target: PassthroughTarget, taken: readonly string[] = []): Passthrough {
  const isTaken = target !== 'browsers' && taken.includes(stream.codec);
  const applying = TABLES.filter(
    ({ property, type, codecs }) =>
      type === stream.type && (codecs === null || codecs.includes(stream.codec)) && !(property === 'codec' && isTaken),
  );
  const found = applying.flatMap(({ property, of, rows, text, values }): PassthroughReason[] => {
    const is = of(stream);
    const plays = is === '' ? 'everywhere' : (rows.find(({ test }) => test.test(is))?.[target] ?? 'everywhere');
    return plays === 'everywhere' ? [] : [{ property, plays, text, values: values?.(stream) ?? {} }];
  });
  // The profile says the same of the colors, in the words of the encoder.
  const colors = found.some(({ property, plays }) => property === 'pixels' && plays !== 'named');
  const reasons = found.filter(({ property, plays }) => !(colors && property === 'profile' && plays === 'some'));
  return { plays: worstOf(reasons.map(({ plays }) => plays)), reasons };
}

/** Most viewers would see and hear it as it is. */
export const playsAsItIs = (stream: Stream, target: PassthroughTarget, taken?: readonly string[]): boolean =>
  ['everywhere', 'named'].includes(passthroughOf(stream, target, taken).plays);
