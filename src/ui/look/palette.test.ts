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
])('%s', (_, palette) => {
  it.each(pairs)('%s can be read on %s', (text, ground) => {
    expect(contrastOf(rgbOf(palette[text]), rgbOf(palette[ground]))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(tones)('text, secondary text, links and tone can be read on a box of %s', (tone) => {
    for (const ground of ['surface', 'raised'] as const) {
      const box = mixed(palette[tone], palette[ground]);
      for (const text of ['text', 'dim', 'accent', tone] as const) {
        expect(contrastOf(rgbOf(palette[text]), box)).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it.each(grounds)('the edge of a control is seen on %s', (ground) => {
    expect(contrastOf(rgbOf(palette.edge), rgbOf(palette[ground]))).toBeGreaterThanOrEqual(3);
  });
});

it('gives every color to both schemes as a variable', () => {
  const sheet = tokenSheet();
  for (const value of [...Object.values(dark), ...Object.values(light)]) expect(sheet).toContain(value);
  expect(sheet).toContain('--on-accent:');
});

it('paints the page before the style sheet in the same colors', () => {
  const html = readFileSync(new URL('../../../assets/index.html', import.meta.url), 'utf8');
  for (const { page, text } of [dark, light]) expect(html).toContain(`background:${page};color:${text}`);
});
