import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { tokenSheet } from './scheme.ts';
import { dark, light, type Palette, SOFT_PERCENT } from './tokens.ts';

type Name = keyof Palette;

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);

/** WCAG 2.2, relative luminance. */
const luminance = (rgb: number[]) => {
  const [r = 0, g = 0, b = 0] = rgb.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

const contrast = (one: number[], other: number[]) => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

const mixed = (tone: string, ground: string) => {
  const under = channels(ground);
  return channels(tone).map((c, i) => (c * SOFT_PERCENT + (under[i] ?? 0) * (100 - SOFT_PERCENT)) / 100);
};

const grounds: Name[] = ['page', 'surface', 'raised'];
const texts: Name[] = ['text', 'dim', 'accent', 'warning', 'error', 'neutral'];
const tones: Name[] = ['accent', 'warning', 'error'];

const pairs: [Name, Name][] = [
  ...grounds.flatMap((ground) => texts.map((text): [Name, Name] => [text, ground])),
  ['onAccent', 'accent'],
  ['onError', 'error'],
  ['onService', 'service'],
];

describe.each([
  ['dark', dark],
  ['light', light],
])('%s', (_, palette) => {
  it.each(pairs)('%s can be read on %s', (text, ground) => {
    expect(contrast(channels(palette[text]), channels(palette[ground]))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(tones)('text, secondary text, links and tone can be read on a box of %s', (tone) => {
    for (const ground of ['surface', 'raised'] as const) {
      const box = mixed(palette[tone], palette[ground]);
      for (const text of ['text', 'dim', 'accent', tone] as const) {
        expect(contrast(channels(palette[text]), box)).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it.each(grounds)('the edge of a control is seen on %s', (ground) => {
    expect(contrast(channels(palette.edge), channels(palette[ground]))).toBeGreaterThanOrEqual(3);
  });
});

it('gives every color to both schemes as a variable', () => {
  const sheet = tokenSheet();
  for (const value of [...Object.values(dark), ...Object.values(light)]) expect(sheet).toContain(value);
  expect(sheet).toContain('--on-accent:');
});

it('paints the page before the style sheet in the same colors', () => {
  const html = readFileSync(new URL('../../assets/index.html', import.meta.url), 'utf8');
  for (const { page, text } of [dark, light]) expect(html).toContain(`background:${page};color:${text}`);
});
