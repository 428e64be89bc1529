import { msg } from '../../i18n/msg.ts';

/** A number stored as text, in the unit of its field: all coder settings are texts. */
export type Figure = {
  min?: number;
  max?: number;
  /** Default 1: whole numbers. 2: even numbers. Below 1: decimals. */
  step?: number;
  unit?: string;
  /** Also accepts 30000/1001, or 0x1F. */
  also?: 'fraction' | 'hex';
  /** Width and height such as 1280x720, both within the limits. */
  sides?: true;
  /** Empty means ffmpeg's default. */
  optional?: true;
  words?: readonly string[];
};

/** Largest 32-bit integer: ffmpeg rejects more in most places. */
export const LARGEST = 2 ** 31 - 1;

export type FigureFault = string | { text: string; values: Record<string, number> };

/** Factor from a lower-case unit as people write it to the unit of the field. */
type UnitReader = (written: string) => number | undefined;

const BITRATE = /^([kкmмgг]?)(?:b|bits?|бит)?(?:\/s|\/sec|\/sek|\/с|ps)?$/;
const PREFIXES: Readonly<Record<string, number>> = { '': 0.001, k: 1, к: 1, m: 1000, м: 1000, g: 1e6, г: 1e6 };
const bitrates =
  (kbit: number): UnitReader =>
  (written) => {
    const [, prefix = 'none'] = BITRATE.exec(written) ?? [];
    const factor = PREFIXES[prefix];
    return factor && factor * kbit;
  };

const among =
  (...units: [factor: number, ...names: string[]][]): UnitReader =>
  (written) =>
    units.find(([, ...names]) => names.includes(written))?.[0];

const seconds = (second: number): UnitReader =>
  among(
    [second / 1_000_000, 'µs', 'μs', 'us', 'мкс'],
    [second / 1000, 'ms', 'msec', 'millisecond', 'milliseconds', 'millisekunden', 'мс'],
    [second, 's', 'sec', 'secs', 'second', 'seconds', 'sek', 'sekunde', 'sekunden', 'с', 'сек'],
    [second, 'seconde', 'secondes', 'secondo', 'secondi', 'segundo', 'segundos'],
    [second * 60, 'min', 'minute', 'minutes', 'minuten', 'minuti', 'minuto', 'minutos', 'мин'],
  );

const UNITS: Readonly<Record<string, UnitReader>> = {
  'kbit/s': bitrates(1),
  'bit/s': bitrates(1000),
  Hz: among([1, 'hz', 'гц'], [1000, 'khz', 'k', 'кгц']),
  s: seconds(1),
  seconds: seconds(1),
  ms: seconds(1000),
  µs: seconds(1_000_000),
  fps: among([1, 'fps', 'hz', 'p', '/s', 'frames/s', 'im/s', 'i/s', 'bilder/s', 'кадр/с', 'к/с']),
  px: among([1, 'px', 'pixel', 'pixels', 'пикс']),
};

/** MB is bytes and Mb is bits; all capitals do not tell them apart. */
const isBytes = (written: string) => /B(?!it|IT)/.test(written) && written !== written.toUpperCase();

function factorOf(written: string, unit: string): number | null {
  if (written === '') return 1;
  if (unit.endsWith('bit/s') && isBytes(written)) return null;
  const small = written.toLowerCase().replace(/[\s.]/g, '');
  return UNITS[unit]?.(small) ?? (small === unit.toLowerCase() ? 1 : null);
}

const GROUPED = /^\d{1,3}([ '’])\d{3}(?:\1\d{3})*(?:[.,]\d+)?$/;
const BOTH = /^(?:\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:,\d{3})+\.\d+)$/;
const SEVERAL = /^\d{1,3}([.,])\d{3}(?:\1\d{3})+$/;
/** Thousands as in 6.000 (German) and 6,000 (English). */
const THOUSANDS = /^[1-9]\d{0,2}[.,]\d{3}$/;
const DECIMAL = /^(?:\d+(?:[.,]\d*)?|[.,]\d+)$/;

/** @param isWhole three digits after a point can only be thousands */
function readDigits(digits: string, isWhole: boolean): number | null {
  if (GROUPED.test(digits)) return readDigits(digits.replace(/[ '’]/g, ''), false);
  if (BOTH.test(digits)) return Number(digits.replace(/[.,](?=.*[.,])/g, '').replace(',', '.'));
  if (SEVERAL.test(digits) || (isWhole && THOUSANDS.test(digits))) return Number(digits.replace(/[.,]/g, ''));
  return DECIMAL.test(digits) ? Number(digits.replace(',', '.')) : null;
}

const LONGEST = 64;
const AMOUNT = /^([-−]?)\s*([\d.,][\d.,'’ ]*)(.*)/su;
const DIGITS_KEPT = 3;

/** Parses human notation (6 000, 6.000, 29,97, 4 Mbit/s, 44.1 kHz) into `unit`; null if malformed. */
export function readAmount(typed: string, unit = '', isWhole = false): number | null {
  const [, sign, digits = '', rest = ''] = AMOUNT.exec(withPlainSpaces(typed)) ?? [];
  const factor = factorOf(rest.trim(), unit);
  if (factor === null) return null;
  const read = readDigits(digits.trim(), isWhole && factor <= 1);
  if (read === null || !(read * factor < Number.MAX_SAFE_INTEGER)) return null;
  const value = Number((read * factor).toFixed(DIGITS_KEPT));
  return sign === '' ? value : -value;
}

/** Normalizes non-breaking and narrow spaces, and removes invisible characters of copied text. */
const withPlainSpaces = (typed: string): string =>
  typed
    .replace(/\p{Cf}/gu, '')
    .trim()
    .slice(0, LONGEST)
    .replace(/\s/g, ' ');

const isWhole = ({ step = 1 }: Figure) => step % 1 === 0;

const isWithin = (value: number, { min, max, step = 1 }: Figure): boolean =>
  value >= (min ?? Number.NEGATIVE_INFINITY) &&
  value <= (max ?? Number.POSITIVE_INFINITY) &&
  (step % 1 !== 0 || value % step === 0);

function parseNumber(text: string, figure: Figure, unit: string): string | null {
  const [, above, below] = (figure.also === 'fraction' && /^(\d+)\s*\/\s*(\d+)$/.exec(text)) || [];
  if (above !== undefined && below !== undefined)
    return isWithin(Number(above) / Number(below), figure) ? `${above}/${below}` : null;
  if (figure.also === 'hex' && /^0x[\da-f]+$/i.test(text)) return isWithin(Number(text), figure) ? text : null;
  const value = readAmount(text, unit, isWhole(figure));
  if (value === null || !isWithin(value, figure)) return null;
  // Plain notation stays unchanged, except 3.0, which ffmpeg rejects as a whole number.
  const isPlain = (isWhole(figure) ? /^-?\d+$/ : /^-?\d+(\.\d+)?$/).test(text) && Number(text) === value;
  return isPlain ? text : String(value);
}

/** × and the Cyrillic letter х look like an x. */
const BY = /(?<!\s)\s*[x×х*]\s*/i;

function parseSides(text: string, figure: Figure): string | null {
  const sides = text
    .replace(/(?<!\s)\s*(px|pixels?)(?![a-z])/gi, '')
    .split(BY)
    .map((side) => parseNumber(side, figure, 'px'));
  return sides.length === 2 && sides.every((side) => side !== null) ? sides.join('x') : null;
}

/** Returns the text to store, a plain number in the unit of the field; null if invalid. */
export function parseFigure(typed: string, figure: Figure, unit = ''): string | null {
  const text = withPlainSpaces(typed);
  if (text === '') return figure.optional ? '' : null;
  if (figure.words?.includes(text)) return text;
  return figure.sides ? parseSides(text, figure) : parseNumber(text, figure, figure.unit ?? unit);
}

export function valueOfFigure(stored: string): number {
  const [above = Number.NaN, below = 1] = stored.split('/').map((part) => readAmount(part) ?? Number.NaN);
  return above / below;
}

/** The message for an invalid value, with its limits. */
export function figureFault(figure: Pick<Figure, 'min' | 'max' | 'step' | 'sides' | 'optional'>): FigureFault {
  const { min = 0, max } = figure;
  if (max === undefined && figure.min === undefined)
    return isWhole(figure) ? msg('Enter a whole number.') : msg('Enter a number.');
  return max === undefined
    ? { text: leastText(figure), values: { min } }
    : { text: rangeText(figure), values: { min, max } };
}

const leastText = (figure: Figure): string => {
  if (!isWhole(figure)) return msg('Enter a number of {{min}} or higher.');
  return figure.optional
    ? msg('Enter a whole number of {{min}} or higher, or leave the field empty.')
    : msg('Enter a whole number of {{min}} or higher.');
};

function rangeText(figure: Figure): string {
  const { step, sides, optional } = figure;
  if (sides && step === 2) return msg('Enter width and height from {{min}} to {{max}}, both even, as in 1280x720.');
  if (sides) return msg('Enter width and height from {{min}} to {{max}}, as in 1280x720.');
  if (step === 2) return msg('Enter an even number from {{min}} to {{max}}.');
  if (isWhole(figure))
    return optional
      ? msg('Enter a whole number from {{min}} to {{max}}, or leave the field empty.')
      : msg('Enter a whole number from {{min}} to {{max}}.');
  return optional
    ? msg('Enter a number from {{min}} to {{max}}, or leave the field empty.')
    : msg('Enter a number from {{min}} to {{max}}.');
}
