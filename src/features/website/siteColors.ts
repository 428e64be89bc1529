import { msg } from '../../i18n/msg.ts';
import { contrastOf, type Rgb } from '../../viewer/contrast.ts';
import { over, rgbaOf } from '../../viewer/website/rgba.ts';
import { colorOf, parseWebsiteSettings, type WebsiteSettings } from '../../viewer/website/settings.ts';
import { COLORS, type WebsiteColor } from './draft.ts';

export type SiteColors = Pick<WebsiteSettings, WebsiteColor>;

const untouched = parseWebsiteSettings({});

/** As every release begins with them: the pages have their own colors then, which follow the device of the viewer. */
export const UNCHOSEN: SiteColors = {
  textcolor_title: untouched.textcolor_title,
  textcolor_default: untouched.textcolor_default,
  textcolor_link: untouched.textcolor_link,
  textcolor_link_hover: untouched.textcolor_link_hover,
  bgcolor_default: untouched.bgcolor_default,
  bgcolor_header: untouched.bgcolor_header,
  bgcolor_selected: untouched.bgcolor_selected,
  bgcolor_unselected: untouched.bgcolor_unselected,
  hrcolor: untouched.hrcolor,
};

export const isUnchosen = (colors: SiteColors): boolean => COLORS.every((key) => colors[key] === UNCHOSEN[key]);

/** All nine at once, in the order of the screen. */
export const presets: readonly { id: string; name: string; colors: SiteColors }[] = [
  { id: 'system', name: msg('Light or dark, as the device'), colors: UNCHOSEN },
  {
    id: 'light',
    name: msg('Light'),
    colors: {
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
  },
  {
    id: 'dark',
    name: msg('Dark'),
    colors: {
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
  },
];

/** What each color of a text is read on. */
const GROUNDS: Partial<Record<WebsiteColor, readonly WebsiteColor[]>> = {
  textcolor_title: ['bgcolor_header', 'bgcolor_default'],
  textcolor_default: ['bgcolor_default', 'bgcolor_selected', 'bgcolor_unselected'],
  textcolor_link: ['bgcolor_default'],
  textcolor_link_hover: ['bgcolor_default'],
};

const seenOn = (color: string, ground: Rgb): Rgb | null => {
  const read = colorOf(color);
  const rgba = read === null ? null : rgbaOf(read);
  return rgba && over(rgba, ground);
};

/** What shows through where nothing covers the page. */
const CANVAS: Rgb = [1, 1, 1];

/** A color of the page as it is seen, over what is behind it; null: it cannot be computed. */
export function seenColor(colors: SiteColors, key: WebsiteColor): Rgb | null {
  const page = seenOn(colors.bgcolor_default, CANVAS);
  return key === 'bgcolor_default' ? page : page && seenOn(colors[key], page);
}

/** How the text of this color stands out where it does so least; null: it is no text, or that cannot be computed. */
export function leastContrast(colors: SiteColors, key: WebsiteColor): { ratio: number; ground: WebsiteColor } | null {
  const found = (GROUNDS[key] ?? []).flatMap((ground) => {
    const below = seenColor(colors, ground);
    const text = below && seenOn(colors[key], below);
    return text ? [{ ratio: contrastOf(text, below), ground }] : [];
  });
  return found.sort((a, b) => a.ratio - b.ratio)[0] ?? null;
}
