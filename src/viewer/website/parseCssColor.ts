import type { Rgb } from '../contrast.ts';

/** `alpha`: 0 transparent, 1 opaque. */
export interface Rgba {
  rgb: Rgb;
  alpha: number;
}

/** Common names only; the other hundred are not resolved. */
const NAMES = new Map<string, string>(
  Object.entries({
    ...{ black: '#000000', silver: '#c0c0c0', gray: '#808080', grey: '#808080', white: '#ffffff', maroon: '#800000' },
    ...{ red: '#ff0000', purple: '#800080', fuchsia: '#ff00ff', green: '#008000', lime: '#00ff00', olive: '#808000' },
    ...{ yellow: '#ffff00', navy: '#000080', blue: '#0000ff', teal: '#008080', aqua: '#00ffff', orange: '#ffa500' },
    transparent: '#00000000',
  }),
);

const between = (value: number, most: number) => Math.min(most, Math.max(0, value));

function ofHex(digits: string): Rgba {
  const long = digits.length < 6 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const share = (at: number) => Number.parseInt(long.slice(at, at + 2), 16) / 255;
  return { rgb: [share(0), share(2), share(4)], alpha: long.length > 6 ? share(6) : 1 };
}

/** Formula of CSS Color 4: hue in degrees, the others 0 to 1. */
function ofHsl(hue: number, saturation: number, lightness: number): Rgb {
  const part = (n: number) => {
    const k = (((n + hue / 30) % 12) + 12) % 12;
    return lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  return [part(0), part(8), part(4)];
}

/** For texts accepted by `colorOf` (settings.ts); null for unknown names. */
export function parseCssColor(color: string): Rgba | null {
  const text = NAMES.get(color) ?? color;
  if (text.startsWith('#')) return ofHex(text.slice(1));
  const [, kind, inside] = /^(rgb|hsl)a?\((.*)\)$/.exec(text) ?? [];
  if (kind === undefined || inside === undefined) return null;
  const values = inside.trim().split(/[\s,/]+/);
  const share = (at: number, total: number) => {
    const value = values[at] ?? '0';
    return between(Number.parseFloat(value) / (value.endsWith('%') ? 100 : total), 1);
  };
  const alpha = values.length > 3 ? share(3, 1) : 1;
  if (kind === 'rgb') return { rgb: [share(0, 255), share(1, 255), share(2, 255)], alpha };
  return { rgb: ofHsl(Number.parseFloat(values[0] ?? '0'), share(1, 100), share(2, 100)), alpha };
}

export function over({ rgb, alpha }: Rgba, ground: Rgb): Rgb {
  const mixed = (i: 0 | 1 | 2) => alpha * rgb[i] + (1 - alpha) * ground[i];
  return [mixed(0), mixed(1), mixed(2)];
}

export const hexOf = (rgb: Rgb): string =>
  `#${rgb
    .map((share) =>
      Math.round(share * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
