import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrastOf, type Rgb, rgbOf } from '../../viewer/contrast.ts';
import { tokenSheet } from './colorSchemeVariables.ts';
import { dark, light, type Palette, SOFT_PERCENT } from './palette.ts';

type Name = keyof Palette;

const mixed = (tone: string, ground: string): Rgb => {
  const [over, under] = [rgbOf(tone), rgbOf(ground)];
  const mix = (i: 0 | 1 | 2) => (over[i] * SOFT_PERCENT + under[i] * (100 - SOFT_PERCENT)) / 100;
  return [mix(0), mix(1), mix(2)];
};

const grounds: Name[] = ['page', 'surface', 'raised'];
const texts: Name[] = ['text', 'dim', 'accent', 'warning', 'error', 'neutral'];
const tones: Name[] = ['accent', 'warning', 'error'];

const pairs: [Name, Name][] = [
  ...grounds.flatMap((ground) => texts.map((text): [Name, Name] => [text, ground])),
  ['onAccent', 'accent'],
  ['onError', 'error'],
];

describe.each([
  ['dark', dark],
  ['light', light],
])('the %s palette', (_, palette) => {
  it.each(pairs)('has a readable contrast of %s on %s', (text, ground) => {
    expect(contrastOf(rgbOf(palette[text]), rgbOf(palette[ground]))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(tones)('has readable texts on a box of %s', (tone) => {
    for (const ground of ['surface', 'raised'] as const) {
      const box = mixed(palette[tone], palette[ground]);
      for (const text of ['text', 'dim', 'accent', tone] as const) {
        expect(contrastOf(rgbOf(palette[text]), box)).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it.each(grounds)('has a visible control edge on %s', (ground) => {
    expect(contrastOf(rgbOf(palette.edge), rgbOf(palette[ground]))).toBeGreaterThanOrEqual(3);
  });
});

it('every color of both palettes is a CSS variable', () => {
  const sheet = tokenSheet();
  for (const value of [...Object.values(dark), ...Object.values(light)]) expect(sheet).toContain(value);
  expect(sheet).toContain('--on-accent:');
});

it('index.html paints the page in the same colors before the style sheet loads', () => {
  const html = readFileSync(new URL('../../../assets/index.html', import.meta.url), 'utf8');
  for (const { page, text } of [dark, light]) expect(html).toContain(`background:${page};color:${text}`);
});
