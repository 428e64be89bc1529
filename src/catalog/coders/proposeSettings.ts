import { isUncompressed } from '../../media/encoding/codecName.ts';
import { cropSettingsOf, proposeCropArea } from '../../media/encoding/crop.ts';
import type { Stream } from '../../media/encoding/streams.ts';
import { FRAME_RATES, SIZES, VIDEO_BITRATES } from '../form/choiceLists.ts';
import type { Encoder } from '../form/defineCatalogEntry.ts';
import type { Fields, Settings } from '../form/fields.ts';

/** Beyond these a probe has counted clock ticks, not frames. */
const FEWEST = 1;
const MOST = 120;
/** 23.976 is what 23.97 stands for. */
const CLOSE = 0.001;
/** Of H.264 that looks well: bits for each pixel of each frame. */
const BITS_PER_PIXEL = 0.08;
const BITS_PER_KBIT = 1000;
/** kbit/s that a small picture may have all the same: the smaller it is, the more each of its pixels needs. */
const ALWAYS_FINE = 1000;
/** The defaults if nothing is known. */
const USUAL_FPS = 25;

/** A figure of a probe that streams as such do not have; 0 where it could not tell. */
const figureOf = (stream: Stream, key: 'fps' | 'bitrate_kbps'): number => {
  const value: unknown = Object.entries(stream).find(([name]) => name === key)?.[1];
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
};

/** Generated sources state their frame rate, which a probe does not. */
const generatedRate = ({ url }: Stream) => Number(/^\w+=(?:.*:)?r(?:ate)?=(\d+(?:\.\d+)?)(?::|$)/.exec(url)?.[1] ?? 0);

function frameRateOf(stream: Stream): string | null {
  const fps = figureOf(stream, 'fps') || generatedRate(stream);
  if (fps < FEWEST || fps > MOST) return null;
  const listed = FRAME_RATES.find((rate) => Math.abs(Number(rate) - fps) / fps < CLOSE);
  return listed ?? String(Number(fps.toFixed(2)));
}

const closest = (rates: readonly string[], wanted: number): string | undefined => {
  const distance = (rate: string) => Math.abs(Math.log(Number(rate) / wanted));
  const [first, ...others] = rates;
  return others.reduce((best, rate) => (best !== undefined && distance(rate) < distance(best) ? rate : best), first);
};

function bitrateOf(stream: Stream, fps: string | null): string | null {
  const needed = (stream.width * stream.height * Number(fps ?? USUAL_FPS) * BITS_PER_PIXEL) / BITS_PER_KBIT;
  const sent = isUncompressed(stream.codec) ? 0 : figureOf(stream, 'bitrate_kbps');
  const wanted = needed > 0 && sent > 0 ? Math.min(Math.max(needed, ALWAYS_FINE), sent) : needed || sent;
  return wanted > 0 ? (closest(VIDEO_BITRATES, wanted) ?? null) : null;
}

/** The audio bitrate of the source is kept; that of uncompressed audio is meaningless. */
function audioSettings({ fields: { bitrate } }: Pick<Encoder, 'fields'>, stream: Stream): Settings {
  const sent = stream.codec.startsWith('pcm_') ? 0 : figureOf(stream, 'bitrate_kbps');
  if (bitrate?.kind !== 'selectOrCustom' || sent <= 0) return {};
  const rates = bitrate.options.filter(({ storedOnly }) => !storedOnly).map(({ value }) => value);
  const proposed = closest(rates, sent);
  return proposed !== undefined && Number(proposed) > Number(bitrate.default) ? { bitrate: proposed } : {};
}

export function proposeEncoderSettings(encoder: Encoder, stream: Stream): Settings {
  if (encoder.type === 'audio') return audioSettings(encoder, stream);
  const fps = frameRateOf(stream);
  const proposed = { fps, bitrate: bitrateOf(stream, fps) };
  return Object.fromEntries(Object.entries(proposed).filter(([key, value]) => value !== null && key in encoder.fields));
}

const sidesOf = (size: string) => size.split('x').map(Number);

/** Of these sizes or sides those that make a stream no larger: the closest first. All of them, where its size is not known. */
function smaller(options: readonly string[], width: number, height: number): readonly string[] {
  if (width <= 0 || height <= 0) return options;
  const fits = (option: string) => {
    const [w = 0, h = 0] = sidesOf(option);
    return w <= width && h <= height;
  };
  return options.filter(fits);
}

const sidesIn = (of: 0 | 1) => [...new Set(SIZES.map((size) => size.split('x')[of] ?? ''))];
const most = Number.MAX_SAFE_INTEGER;

const onEdge = (size: string) => size.split('x').reverse().join('x');

const sizesOf = ({ width, height }: Pick<Stream, 'width' | 'height'>): Readonly<Record<string, readonly string[]>> => {
  const upright = height > width;
  return {
    fix: smaller(upright ? SIZES.map(onEdge) : SIZES, width, height),
    width: smaller(sidesIn(upright ? 1 : 0), width, most),
    height: smaller(sidesIn(upright ? 0 : 1), height, most),
  };
};

/** The form of a size, with what makes something of this stream: what is larger has to be typed. */
export function sizeFields(fields: Fields, stream: Pick<Stream, 'width' | 'height'>): Fields {
  const sizes = sizesOf(stream);
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      const options = sizes[key] ?? [];
      if (field.kind !== 'selectOrCustom' || options.length === 0) return [key, field];
      return [key, { ...field, options: options.map((value) => ({ value, label: value })) }];
    }),
  );
}

export function proposeSize(before: Settings, chosen: Settings, stream: Pick<Stream, 'width' | 'height'>): Settings {
  const { mode } = chosen;
  if (typeof mode !== 'string' || before.mode !== 'none' || stream.width <= 0 || stream.height <= 0) return chosen;
  const options = sizesOf(stream)[mode] ?? [];
  const own = [`${stream.width}x${stream.height}`, mode === 'width' ? `${stream.width}` : `${stream.height}`];
  const below = options.find((option) => !own.includes(option)) ?? options[0];
  return below === undefined ? chosen : { ...chosen, [mode]: below };
}

/** More than rounding makes of a ratio. */
const ROUNDED = 0.03;

export function distortsPicture({ mode, fix }: Settings, { width, height }: Pick<Stream, 'width' | 'height'>): boolean {
  const [wide = 0, high = 0] = mode === 'fix' && typeof fix === 'string' ? sidesOf(fix) : [];
  if (!(wide > 0 && high > 0 && width > 0 && height > 0)) return false;
  return Math.abs((wide * height) / (high * width) - 1) > ROUNDED;
}

/** Cropping starts with a frame that can be moved. */
export function proposeCrop(before: Settings, chosen: Settings, picture: Pick<Stream, 'width' | 'height'>): Settings {
  const { enabled, width, height, x, y } = chosen;
  const untouched = width === 'iw' && height === 'ih' && x === '0' && y === '0';
  const begins = before.enabled !== true && enabled === true && untouched;
  return begins && picture.width > 0 && picture.height > 0
    ? { ...chosen, ...cropSettingsOf(proposeCropArea(picture)) }
    : chosen;
}

/** From this many times the pixels on nobody can mean it: half as wide and high again as the source is a matter of taste. */
const FAR_MORE = 2.5;

/** How many times the pixels of the source are made; null where that is not far more, or cannot be told. */
export function excessiveUpscaleFactor(
  source: Pick<Stream, 'width' | 'height'>,
  made: Pick<Stream, 'width' | 'height'>,
): number | null {
  const times = (made.width * made.height) / (source.width * source.height);
  return Number.isFinite(times) && times >= FAR_MORE ? Math.round(times) : null;
}
