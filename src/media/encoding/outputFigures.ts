import { splitGraph, withoutFilter } from './parseFilterArguments.ts';
import { type Profile, resolveCoding, type Source, type StreamCoding } from './profile.ts';
import { type Stream, upright } from './streams.ts';

/** 0 if unknown. */
export interface PictureFigures {
  width: number;
  height: number;
  fps: number;
}

const LONGEST = 200;

/** Evaluates ffmpeg's expressions with +, -, *, / and these names; null for others. */
export function evaluateExpression(expression: string, names: ReadonlyMap<string, number>): number | null {
  const text = expression.replace(/[\s']/g, '');
  const words = text.length > LONGEST ? [] : (text.match(/\d+(\.\d+)?|[a-z_]\w*|[-+*/()]/gi) ?? []);
  if (words.length === 0 || words.join('') !== text) return null;
  let at = 0;
  const next = (...signs: string[]) => signs.includes(words[at] ?? '') && words[at++];
  const sum = (): number => {
    let value = product();
    for (let sign = next('+', '-'); sign; sign = next('+', '-')) value += sign === '+' ? product() : -product();
    return value;
  };
  const product = (): number => {
    let value = factor();
    for (let sign = next('*', '/'); sign; sign = next('*', '/')) value *= sign === '*' ? factor() : 1 / factor();
    return value;
  };
  const factor = (): number => {
    if (next('-')) return -factor();
    if (!next('(')) {
      const word = words[at++] ?? 'nothing';
      return names.get(word) ?? Number(word);
    }
    const value = sum();
    return next(')') ? value : Number.NaN;
  };
  const value = sum();
  return at === words.length && Number.isFinite(value) ? value : null;
}

function optionOf(text: string, at: number, ...names: string[]): string | undefined {
  const options = text.split(':').filter((option) => option !== '');
  const named = options.find((option) => names.some((name) => option.startsWith(`${name}=`)));
  if (named !== undefined) return named.slice(named.indexOf('=') + 1);
  const plain = options.filter((option) => !/^\w+=/.test(option));
  return at < 0 ? undefined : plain[at];
}

export const sidesOf = ({ width, height }: PictureFigures): ReadonlyMap<string, number> =>
  new Map(
    width > 0 && height > 0
      ? Object.entries({ iw: width, in_w: width, ih: height, in_h: height, a: width / height, dar: width / height })
      : [],
  );

const sized = (figures: PictureFigures, width: number | null, height: number | null): PictureFigures =>
  width !== null && height !== null && width > 0 && height > 0
    ? { ...figures, width: Math.trunc(width), height: Math.trunc(height) }
    : { ...figures, width: 0, height: 0 };

/** 0 means the source's side; NaN if it cannot be evaluated. */
const sideIn = (text: string, names: ReadonlyMap<string, number>, own: number): number => {
  const value = evaluateExpression(text, names) ?? Number.NaN;
  return value === 0 ? own : value;
};

/** A side of -n keeps the ratio, as a multiple of n. */
function scaled(figures: PictureFigures, options: string): PictureFigures {
  const names = sidesOf(figures);
  const both = optionOf(options, -1, 's', 'size') ?? options.split(':')[0] ?? '';
  const [, w = '', h = ''] = /^(\d+)x(\d+)$/.exec(both) ?? [];
  const side = (text: string, own: number) => sideIn(text, names, own);
  const width = side(w || (optionOf(options, 0, 'w', 'width') ?? '0'), figures.width);
  const height = side(h || (optionOf(options, 1, 'h', 'height') ?? '0'), figures.height);
  if (width < 0 && height < 0) return figures;
  const ratio = figures.width > 0 && figures.height > 0 ? figures.width / figures.height : null;
  const follow = (other: number, by: number, base: number) => by && Math.round((other * base) / by) * by;
  if (width < 0) return sized(figures, ratio && follow(height, -width, ratio), height);
  if (height < 0) return sized(figures, width, ratio && follow(width, -height, 1 / ratio));
  const fit = optionOf(options, -1, 'force_original_aspect_ratio');
  if (fit !== 'decrease' && fit !== 'increase') return sized(figures, width, height);
  if (ratio === null) return sized(figures, null, null);
  const wide = fit === 'decrease' ? Math.min(width, height * ratio) : Math.max(width, height * ratio);
  return sized(figures, Math.round(wide), Math.round(wide / ratio));
}

const even = (value: number | null) => value && Math.trunc(value / 2) * 2;

const cropped = (figures: PictureFigures, options: string): PictureFigures => {
  const side = (at: number, own: string, ...names: string[]) =>
    even(evaluateExpression(optionOf(options, at, ...names) ?? own, sidesOf(figures)));
  return sized(figures, side(0, 'iw', 'w', 'out_w'), side(1, 'ih', 'h', 'out_h'));
};

const padded = (figures: PictureFigures, options: string): PictureFigures => {
  const names = sidesOf(figures);
  const side = (text: string | undefined, own: number) => sideIn(text ?? '0', names, own);
  return sized(
    figures,
    side(optionOf(options, 0, 'w', 'width'), figures.width),
    side(optionOf(options, 1, 'h', 'height'), figures.height),
  );
};

const rotated = (figures: PictureFigures, options: string): PictureFigures => {
  const { width, height } = figures;
  const passed = optionOf(options, 1, 'passthrough');
  const isUnchanged = (passed === 'landscape' && width >= height) || (passed === 'portrait' && height >= width);
  return isUnchanged ? figures : { ...figures, width: height, height: width };
};

const RATES = new Map([
  ['ntsc', 30_000 / 1001],
  ['pal', 25],
  ['film', 24],
]);
const paced = (figures: PictureFigures, rate: string): PictureFigures => ({
  ...figures,
  fps: evaluateExpression(rate, RATES) ?? 0,
});

/** One frame per field doubles the rate. */
const deinterlaced = (figures: PictureFigures, mode: string): PictureFigures =>
  ['1', '3', 'send_field', 'send_field_nospatial'].includes(mode) ? { ...figures, fps: figures.fps * 2 } : figures;

const FILTERS: readonly [name: RegExp, after: (figures: PictureFigures, options: string) => PictureFigures][] = [
  [/^z?scale(_(cuda|npp|vaapi|qsv|vt|vulkan))?$/, scaled],
  [/^crop$/, cropped],
  [/^pad$/, padded],
  [/^transpose(_\w+)?$/, rotated],
  [/^fps$/, (figures, options) => paced(figures, optionOf(options, 0, 'fps') ?? '25')],
  [/^framerate$/, (figures, options) => paced(figures, optionOf(options, 0, 'fps') ?? '50')],
  [/^bwdif(_\w+)?$/, (figures, options) => deinterlaced(figures, optionOf(options, 0, 'mode') ?? '1')],
  [/^yadif(_\w+)?$/, (figures, options) => deinterlaced(figures, optionOf(options, 0, 'mode') ?? '0')],
  [/scale|crop|rotate|vpp|tile|stack|placebo|overlay/, (figures) => sized(figures, null, null)],
];

export function afterFilters(figures: PictureFigures, graph: string): PictureFigures {
  if (/[;[]/.test(graph)) return { width: 0, height: 0, fps: 0 };
  return splitGraph(graph).reduce((before, part) => {
    const [, name = '', options = ''] = /^\s*([\w@]+)=?(.*)/s.exec(part) ?? [];
    const [, after] = FILTERS.find(([pattern]) => pattern.test(name.split('@')[0] ?? '')) ?? [];
    return after ? after(before, options) : before;
  }, figures);
}

const lastOf = (words: readonly string[], ...options: string[]): string | undefined =>
  words[words.findLastIndex((word) => options.includes(word)) + 1 || words.length];

export function outputFigures({ encoder }: Pick<StreamCoding, 'encoder'>, source: PictureFigures): PictureFigures {
  if (encoder.coder === 'copy') return source;
  const { graph, rest } = withoutFilter('video', encoder.mapping);
  const filtered = afterFilters(source, graph);
  const size = lastOf(rest, '-s', '-s:v');
  const rate = lastOf(rest, '-r', '-r:v');
  const [, width, height] = /^(\d+)x(\d+)$/.exec(size ?? '') ?? [];
  const inSize = size === undefined ? filtered : sized(filtered, Number(width ?? 0), Number(height ?? 0));
  return rate === undefined ? inSize : paced(inSize, rate);
}

/** 0 if unknown. A probe returns more properties than the type has. */
export const probedFps = (stream: Stream): number => {
  const fps: unknown = Object.entries(stream).find(([name]) => name === 'fps')?.[1];
  return typeof fps === 'number' && Number.isFinite(fps) && fps > 0 ? fps : 0;
};

/** kbit/s. */
function bitrateLeaving({ type }: Stream, sources: Source[], profile: Profile): Pick<Stream, 'bitrate_kbps'> {
  const coding = type === 'video' ? profile.video : type === 'audio' ? profile.audio : null;
  if (coding === null || (type !== 'video' && type !== 'audio')) return {};
  const kbit =
    coding.encoder.coder === 'copy'
      ? resolveCoding(sources, coding, type)?.stream.bitrate_kbps
      : Number(coding.encoder.settings.bitrate);
  return kbit !== undefined && Number.isFinite(kbit) && kbit > 0 ? { bitrate_kbps: kbit } : {};
}

/** Stored streams keep the size of the source, because other programs read it. */
export function outgoingStreams(streams: readonly Stream[], sources: Source[], profile: Profile): Stream[] {
  const choice = resolveCoding(sources, profile.video, 'video');
  return streams.map((bare) => {
    const stream = { ...bare, ...bitrateLeaving(bare, sources, profile) };
    if (stream.type !== 'video' || !choice) return stream;
    const { coder } = profile.video.encoder;
    const { width: wide, height: high } = coder === 'copy' ? choice.stream : upright(choice.stream);
    const [width, height] = [wide || stream.width, high || stream.height];
    return { ...stream, ...outputFigures(profile.video, { width, height, fps: probedFps(choice.stream) }) };
  });
}
