import { expect, it } from 'vitest';
import { LEGIBLE } from '../../../viewer/contrast.ts';
import { hexOf } from '../../../viewer/website/parseCssColor.ts';
import { colorOf } from '../../../viewer/website/settings.ts';
import { leastContrast, paletteFor, presets, seenColor, UNCHOSEN } from './DesignTab.tsx';
import { COLORS } from './draft.ts';

it.each(presets)('the preset $id has sufficient contrast for every text', ({ colors }) => {
  for (const key of COLORS) {
    expect(colorOf(colors[key])).not.toBeNull();
    const { ratio } = leastContrast(colors, key) ?? { ratio: 21 };
    expect(ratio, key).toBeGreaterThanOrEqual(LEGIBLE.text);
  }
});

it.each([
  [{}, 'textcolor_default', 'bgcolor_unselected', 8],
  [{ bgcolor_default: '#ffffff', textcolor_link: '#ffffff' }, 'textcolor_link', 'bgcolor_default', 1],
  [{ bgcolor_default: '#000', bgcolor_header: '#fff' }, 'textcolor_title', 'bgcolor_header', 1],
  // Half transparent, so the page color shows through.
  [{ bgcolor_default: '#000', textcolor_link: 'rgba(255,255,255,.5)' }, 'textcolor_link', 'bgcolor_default', 5],
  [{ textcolor_default: 'papayawhip' }, 'textcolor_default', null, null],
  [{ bgcolor_default: 'nonsense(' }, 'textcolor_link', null, null],
  [{}, 'hrcolor', null, null],
] as const)(
  'the design tab finds for the colors %j the lowest contrast of %s on %s: %s to 1',
  (changed, key, ground, ratio) => {
    const least = leastContrast({ ...UNCHOSEN, ...changed }, key);
    expect(least && { ground: least.ground, ratio: Math.floor(least.ratio) }).toEqual(ground && { ground, ratio });
  },
);

it.each([
  ['bgcolor_default', '#ffffff', 'light'],
  ['bgcolor_default', '#101416', 'dark'],
  ['bgcolor_header', '#fff8e0', 'light'],
  ['textcolor_default', '#222222', 'light'],
  ['textcolor_title', '#ffe0a0', 'dark'],
] as const)('the design tab completes the palette readably from the first color %s %s: %s', (key, color, id) => {
  const palette = paletteFor(key, color);
  expect(palette).toEqual(presets.find((preset) => preset.id === id)?.colors);
  for (const text of COLORS)
    expect(leastContrast({ ...palette, [key]: color }, text)?.ratio ?? 21).toBeGreaterThanOrEqual(LEGIBLE.text);
});

it('the design tab mixes a mostly transparent color with the page color', () => {
  const visible = seenColor({ ...UNCHOSEN, bgcolor_default: '#ffffff' }, 'bgcolor_selected');
  expect(visible && hexOf(visible)).toBe('#d9d9d9');
});
