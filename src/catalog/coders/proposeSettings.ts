import { msg } from '../../i18n/msg.ts';
import { isUncompressed } from '../../media/encoding/codecName.ts';
import { cropSettingsOf, proposeCropArea } from '../../media/encoding/crop.ts';
import type { PlatformLimits } from '../../media/encoding/platformLimits.ts';
import type { Stream } from '../../media/encoding/streams.ts';
import { FRAME_RATES, SIZES, VIDEO_BITRATES } from '../form/choiceLists.ts';
import type { Encoder } from '../form/defineCatalogEntry.ts';
import type { Field, Fields, Option, Settings } from '../form/fields.ts';

/** Beyond these, a probe has counted clock ticks instead of frames. */
const FEWEST = 1;
const MOST = 120;
/** Treats 23.976 as 23.97. */
const CLOSE = 0.001;
/** A good bitrate for H.264 at 1920×1080 and 25 fps, and its usual growth with pixels per second. */
const FULL_HD_KBIT = 4147;
const FULL_HD = 1920 * 1080 * 25;
const GROWTH = 0.75;
/** Factor up to which the source's bitrate is kept; beyond that, it costs more without a visible gain. */
const AMPLE = 2;
/** kbit/s that are always accepted. */
const ALWAYS_FINE = 1000;
/** Counts as the same figure, such as 3400 and 3500 kbit/s. */
const NEAR = 0.03;
const USUAL_FPS = 25;
/** Intra-only codecs, whose bitrate says nothing about other codecs. */
const INTRA = new Set(['mjpeg', 'jpeg2000', 'prores', 'dnxhd', 'cfhd', 'dvvideo', 'ffv1', 'huffyuv', 'png']);

type Limits = Pick<PlatformLimits, 'videoKbit' | 'audioKbit' | 'fps' | 'size'>;

const figureOf = (stream: Stream, key: 'fps' | 'bitrate_kbps'): number => {
  const value: unknown = Object.entries(stream).find(([name]) => name === key)?.[1];
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
};

/** Generated sources state their frame rate in the URL; the probe does not report it. */
const generatedRate = ({ url }: Stream) => Number(/^\w+=(?:.*:)?r(?:ate)?=(\d+(?:\.\d+)?)(?::|$)/.exec(url)?.[1] ?? 0);

function frameRateOf(stream: Stream): string | null {
  const fps = figureOf(stream, 'fps') || generatedRate(stream);
  if (fps < FEWEST || fps > MOST) return null;
  const listed = FRAME_RATES.find((rate) => Math.abs(Number(rate) - fps) / fps < CLOSE);
  return listed ?? String(Number(fps.toFixed(2)));
}

const closest = (rates: readonly string[], target: number): string | undefined => {
  const distance = (rate: string) => Math.abs(Math.log(Number(rate) / target));
  const [first, ...others] = rates;
  return others.reduce((best, rate) => (best !== undefined && distance(rate) < distance(best) ? rate : best), first);
};

/** kbit/s; 0 if the size is unknown. */
const neededKbit = ({ width, height }: Pick<Stream, 'width' | 'height'>, fps: string | null): number =>
  FULL_HD_KBIT * ((width * height * Number(fps ?? USUAL_FPS)) / FULL_HD) ** GROWTH;

/** kbit/s; 0 if unknown or not comparable with other codecs. */
const sentKbit = (stream: Stream): number =>
  isUncompressed(stream.codec) || INTRA.has(stream.codec) || stream.codec.startsWith('pcm_')
    ? 0
    : figureOf(stream, 'bitrate_kbps');

const rounded = (kbit: number): string => String(Math.max(1, Number(kbit.toPrecision(2))));

const listedNear = (rates: readonly string[], target: number): string | undefined => {
  const near = closest(rates, target);
  return near !== undefined && Math.abs(Number(near) / target - 1) <= NEAR ? near : undefined;
};

function videoBitrate(stream: Stream, fps: string | null): string | null {
  const needed = neededKbit(stream, fps);
  const sent = sentKbit(stream);
  if (sent <= 0) return needed > 0 ? (closest(VIDEO_BITRATES, needed) ?? null) : null;
  const capped = needed > 0 ? Math.min(sent, Math.max(needed * AMPLE, ALWAYS_FINE)) : sent;
  return listedNear(VIDEO_BITRATES, capped) ?? rounded(capped);
}

/** Keeps the source's bitrate, except for uncompressed audio. */
function audioSettings({ fields: { bitrate } }: Pick<Encoder, 'fields'>, stream: Stream): Settings {
  const sent = sentKbit(stream);
  if (bitrate?.kind !== 'selectOrCustom' || sent <= 0) return {};
  const proposed = closest(listedIn(bitrate), sent);
  return proposed !== undefined && Number(proposed) > Number(bitrate.default) ? { bitrate: proposed } : {};
}

const listedIn = ({ options }: { options: readonly Option[] }): string[] =>
  options.filter(({ storedOnly }) => !storedOnly).map(({ value }) => value);

const PRESETS: Readonly<Record<string, readonly (readonly [upTo: number, preset: string])[]>> = {
  libx264: [
    [854 * 480 * 30, 'veryfast'],
    [1280 * 720 * 30, 'superfast'],
  ],
};

function presetOf({ id }: Pick<Encoder, 'id'>, { width, height }: Stream, fps: string | null): string | null {
  const pixels = width * height * Number(fps ?? USUAL_FPS);
  return (pixels > 0 && PRESETS[id]?.find(([upTo]) => pixels <= upTo)?.[1]) || null;
}

export function proposeEncoderSettings(encoder: Encoder, stream: Stream): Settings {
  if (encoder.type === 'audio') return audioSettings(encoder, stream);
  const fps = frameRateOf(stream);
  const proposed = { fps, bitrate: videoBitrate(stream, fps), preset: presetOf(encoder, stream, fps) };
  return Object.fromEntries(Object.entries(proposed).filter(([key, value]) => value !== null && key in encoder.fields));
}

const AS_SOURCE = msg('as the source');

interface SourceFigure {
  own: string | null;
  typed: boolean;
  most: number;
}

/** Lists options near the source's figure, which is marked. Words such as "Automatic" stay first. */
function aroundSource(options: readonly Option[], { own, typed, most }: SourceFigure): Option[] {
  const isFigure = ({ value }: Option) => value !== '' && Number.isFinite(Number(value));
  const figures = options.filter(isFigure);
  const listed = listedIn({ options: figures });
  const near = own === null ? undefined : listedNear(listed, Number(own));
  const marked = near ?? (typed ? own : null);
  const added: Option[] = marked !== null && near === undefined ? [{ value: marked, label: marked }] : [];
  const fit = [...figures, ...added].filter(({ value, storedOnly }) => storedOnly || Number(value) <= most);
  return [
    ...options.filter((option) => !isFigure(option)),
    ...(fit.some(({ storedOnly }) => !storedOnly) || most === Infinity
      ? fit
      : [{ value: `${most}`, label: `${most}` }, ...fit]
    )
      .toSorted((a, b) => Number(b.value) - Number(a.value))
      .map((option) => (option.value === marked ? { ...option, note: AS_SOURCE } : option)),
  ];
}

function figuresOf(
  type: Encoder['type'],
  stream: Stream,
  { videoKbit = null, audioKbit = null, fps: mostFps = Infinity }: Partial<Limits>,
): Readonly<Record<string, SourceFigure>> {
  const sent = sentKbit(stream);
  const own = sent > 0 ? rounded(sent) : null;
  if (type === 'audio') return { bitrate: { own, typed: false, most: audioKbit ?? Infinity } };
  const fps = frameRateOf(stream);
  const ample = Math.max(sent, neededKbit(stream, fps)) * AMPLE;
  const enough = ample > 0 ? Math.max(ample, ALWAYS_FINE) : Infinity;
  return {
    bitrate: { own, typed: true, most: Math.min(enough, videoKbit ?? Infinity) },
    fps: { own: fps, typed: true, most: Math.min(Number(fps ?? Infinity), mostFps) },
  };
}

/** Returns fields with lists around the source's figures, within the target's limits. Larger values can be typed. */
export function encoderFieldsAround(
  fields: Fields,
  type: Encoder['type'],
  stream: Stream,
  limits: Partial<Limits> = {},
): Fields {
  const figures = Object.entries(figuresOf(type, stream, limits));
  const changed = figures.flatMap(([key, figure]): [string, Field][] => {
    const field = fields[key];
    return field?.kind === 'selectOrCustom' ? [[key, { ...field, options: aroundSource(field.options, figure) }]] : [];
  });
  return { ...fields, ...Object.fromEntries(changed) };
}

const sidesOf = (size: string) => size.split('x').map(Number);

/** Encoders of 4:2:0 reject odd sides. */
const even = (side: number) => side - (side % 2);

/** Maximum for a source of unknown size. */
const USUAL = { width: 1920, height: 1080 };

const sidesIn = (index: 0 | 1) => [...new Set(SIZES.map((size) => size.split('x')[index] ?? ''))];
const onEdge = (size: string) => size.split('x').reverse().join('x');

type Picture = Pick<Stream, 'width' | 'height'>;

function sizesOf(stream: Picture, limit: Limits['size']): Readonly<Record<string, readonly string[]>> {
  const { width, height } = stream.width > 0 && stream.height > 0 ? stream : USUAL;
  const upright = height > width;
  const [long = Infinity, short = Infinity] = limit ? limit.toSorted((a, b) => b - a) : [];
  const most = upright
    ? { width: Math.min(width, short), height: Math.min(height, long) }
    : { width: Math.min(width, long), height: Math.min(height, short) };
  const ownOf = (value: string, fits: boolean) => (fits && stream.width > 0 ? [value] : []);
  const upTo = (own: readonly string[], listed: readonly string[], fits: (option: string) => boolean) => [
    ...new Set([...own, ...listed.filter(fits)]),
  ];
  const isWhole = most.width >= width && most.height >= height;
  return {
    fix: upTo(ownOf(`${even(width)}x${even(height)}`, isWhole), upright ? SIZES.map(onEdge) : SIZES, (option) => {
      const [w = 0, h = 0] = sidesOf(option);
      return w <= most.width && h <= most.height;
    }),
    width: upTo(ownOf(`${even(width)}`, isWhole), sidesIn(upright ? 1 : 0), (side) => Number(side) <= most.width),
    height: upTo(ownOf(`${even(height)}`, isWhole), sidesIn(upright ? 0 : 1), (side) => Number(side) <= most.height),
  };
}

const ownSizes = ({ width, height }: Picture) => [
  `${even(width)}x${even(height)}`,
  `${even(width)}`,
  `${even(height)}`,
];

export function sizeFields(fields: Fields, stream: Picture, limits?: Pick<Limits, 'size'>): Fields {
  const sizes = sizesOf(stream, limits?.size);
  const own: Readonly<Record<string, string | undefined>> = Object.fromEntries(
    ['fix', 'width', 'height'].map((key, i) => [key, ownSizes(stream)[i]]),
  );
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      const options = sizes[key] ?? [];
      if (field.kind !== 'selectOrCustom' || options.length === 0) return [key, field];
      const listed = options.map((value): Option => {
        const option = { value, label: value };
        return value === own[key] ? { ...option, note: AS_SOURCE } : option;
      });
      return [key, { ...field, options: listed }];
    }),
  );
}

export function proposeSize(before: Settings, chosen: Settings, stream: Picture): Settings {
  const { mode } = chosen;
  if (typeof mode !== 'string' || before.mode !== 'none' || stream.width <= 0 || stream.height <= 0) return chosen;
  const options = sizesOf(stream, undefined)[mode] ?? [];
  const own = ownSizes(stream);
  const isOwn = (option: string) => (mode === 'height' ? option === own[2] : own.slice(0, 2).includes(option));
  const below = options.find((option) => !isOwn(option)) ?? options[0];
  return below === undefined ? chosen : { ...chosen, [mode]: below };
}

/** Larger than a rounding error. */
const ROUNDED = 0.03;

export function distortsPicture({ mode, fix }: Settings, { width, height }: Pick<Stream, 'width' | 'height'>): boolean {
  const [wide = 0, high = 0] = mode === 'fix' && typeof fix === 'string' ? sidesOf(fix) : [];
  if (!(wide > 0 && high > 0 && width > 0 && height > 0)) return false;
  return Math.abs((wide * height) / (high * width) - 1) > ROUNDED;
}

export function proposeCrop(before: Settings, chosen: Settings, picture: Pick<Stream, 'width' | 'height'>): Settings {
  const { enabled, width, height, x, y } = chosen;
  const untouched = width === 'iw' && height === 'ih' && x === '0' && y === '0';
  const begins = before.enabled !== true && enabled === true && untouched;
  return begins && picture.width > 0 && picture.height > 0
    ? { ...chosen, ...cropSettingsOf(proposeCropArea(picture)) }
    : chosen;
}

/** Pixel factor that cannot be intended; 1.5 times the width and height is a matter of taste. */
const FAR_MORE = 2.5;

/** Pixel factor of an excessive upscale; null if it is reasonable or unknown. */
export function excessiveUpscaleFactor(
  source: Pick<Stream, 'width' | 'height'>,
  output: Pick<Stream, 'width' | 'height'>,
): number | null {
  const times = (output.width * output.height) / (source.width * source.height);
  return Number.isFinite(times) && times >= FAR_MORE ? Math.round(times) : null;
}
