import { dark, light, type Palette, radius, SOFT_PERCENT } from './palette.ts';

export type Scheme = 'dark' | 'light' | 'system';

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const variables = (palette: Palette) =>
  Object.entries(palette)
    .map(([name, value]) => `--${kebab(name)}:${value};`)
    .join('');

/** Tokens as CSS variables. An element with data-scheme keeps that scheme, such as controls on a video. */
export function tokenSheet() {
  const darkRules = `color-scheme:dark;${variables(dark)}`;
  const lightRules = `color-scheme:light;${variables(light)}`;
  const fixed = `--radius-card:${radius.card}px;--radius:${radius.control}px;--soft:${SOFT_PERCENT}%;`;
  return [
    `:root{${fixed}}`,
    `:root,[data-scheme=dark]{${darkRules}}`,
    `[data-scheme=light]{${lightRules}}`,
    `@media (prefers-color-scheme:light){[data-scheme=system]{${lightRules}}}`,
  ].join('\n');
}

/** Called once before the first paint. */
export function installTokens(page: Document) {
  const sheet = page.createElement('style');
  sheet.textContent = tokenSheet();
  // Before linked style sheets, which refer to the variables.
  page.head.prepend(sheet);
}

/** Changes all colors without a render. */
export function showScheme(page: Document, scheme: Scheme) {
  page.documentElement.dataset.scheme = scheme;
}
