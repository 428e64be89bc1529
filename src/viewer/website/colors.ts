import { contrastOf, type Rgb } from '../contrast.ts';
import { html, type Markup, raw } from '../markup.ts';
import { over, parseCssColor } from './parseCssColor.ts';
import { parseWebsiteSettings, type WebsiteSettings } from './settings.ts';

const VARIABLES = {
  textcolor_title: 'title',
  textcolor_default: 'text',
  textcolor_link: 'link',
  textcolor_link_hover: 'link-hover',
  bgcolor_default: 'page',
  bgcolor_header: 'header',
  bgcolor_selected: 'selected',
  bgcolor_unselected: 'unselected',
  hrcolor: 'line',
} as const;

type ColorKey = keyof typeof VARIABLES;
export type WebsitePalette = Pick<WebsiteSettings, ColorKey>;

/** Used while the stored colors are another product's defaults. */
export const PALETTES: Readonly<Record<'dark' | 'light', WebsitePalette>> = {
  dark: {
    textcolor_title: '#ffffff',
    textcolor_default: '#e9eff0',
    textcolor_link: '#37c871',
    textcolor_link_hover: '#ffffff',
    bgcolor_default: '#101416',
    bgcolor_header: '#171d20',
    bgcolor_selected: '#1f272b',
    bgcolor_unselected: '#171d20',
    hrcolor: '#2b363b',
  },
  light: {
    textcolor_title: '#12181a',
    textcolor_default: '#2a3437',
    textcolor_link: '#0b6e39',
    textcolor_link_hover: '#12181a',
    bgcolor_default: '#f5f7f7',
    bgcolor_header: '#ffffff',
    bgcolor_selected: '#e3eae9',
    bgcolor_unselected: '#ffffff',
    hrcolor: '#d9e0e2',
  },
};

const isColorKey = (key: string): key is ColorKey => key in VARIABLES;
const KEYS = Object.keys(VARIABLES).filter(isColorKey);
const UNTOUCHED: WebsitePalette = parseWebsiteSettings({});

/** Once one color was chosen, all of them are the operator's. */
export const isUntouched = (settings: WebsitePalette) => KEYS.every((key) => settings[key] === UNTOUCHED[key]);

// Safe, as settings.ts only accepts colors.
const variables = (palette: WebsitePalette) =>
  raw(KEYS.map((key) => `--${VARIABLES[key]}: ${palette[key]};`).join(' '));

const WHITE: Rgb = [1, 1, 1];
const BLACK: Rgb = [0, 0, 0];

/** Color scheme for what the browser draws itself, such as scroll bars and fields. */
function schemeOn(ground: string): Markup {
  const color = parseCssColor(ground);
  if (color === null) return raw('');
  const flat = over(color, WHITE);
  return contrastOf(flat, WHITE) > contrastOf(flat, BLACK) ? raw('color-scheme: dark; ') : raw('color-scheme: light; ');
}

export function colorStyle(settings: WebsiteSettings): Markup {
  if (!isUntouched(settings))
    return html`<style>
      :root { ${schemeOn(settings.bgcolor_default)}${variables(settings)} }
    </style>`;
  return html`<style>
      :root { color-scheme: dark; ${variables(PALETTES.dark)} }
      @media (prefers-color-scheme: light) { :root { color-scheme: light; ${variables(PALETTES.light)} } }
    </style>`;
}
