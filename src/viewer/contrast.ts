/** Each from 0 to 1. */
export type Rgb = readonly [red: number, green: number, blue: number];

const part = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255;

export const rgbOf = (hex: string): Rgb => [part(hex, 1), part(hex, 3), part(hex, 5)];

const linear = (share: number) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
const luminance = ([red, green, blue]: Rgb) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** Contrast ratio of WCAG 2.2, from 1 to 21, symmetric. */
export function contrastOf(color: Rgb, other: Rgb): number {
  const [a, b] = [luminance(color), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Minimum of WCAG AA for text, and for symbols and bars. */
export const LEGIBLE = { text: 4.5, sign: 3 };

/** One decimal, rounded down, so that it never looks sufficient when it is not. */
export const shownRatio = (ratio: number, language: string): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    Math.floor(ratio * 10) / 10,
  );
