import { msg } from '../../../i18n/msg.ts';
import { contrastOf, type Rgb } from '../../../viewer/contrast.ts';
import { PALETTES, type WebsitePalette } from '../../../viewer/website/colors.ts';
import { over, parseCssColor } from '../../../viewer/website/parseCssColor.ts';
import { colorOf, parseWebsiteSettings } from '../../../viewer/website/settings.ts';
import type { WebsiteColor } from './draft.ts';

const untouched = parseWebsiteSettings({});

/** As every release begins with them: the pages have our own colors then, light or dark as the device of the viewer. */
export const UNCHOSEN: WebsitePalette = {
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

/** All nine at once, in the order of the screen. */
export const presets: readonly { id: string; name: string; colors: WebsitePalette }[] = [
  { id: 'system', name: msg('Light or dark, as the device'), colors: UNCHOSEN },
  { id: 'light', name: msg('Light'), colors: PALETTES.light },
  { id: 'dark', name: msg('Dark'), colors: PALETTES.dark },
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
  const rgba = read === null ? null : parseCssColor(read);
  return rgba && over(rgba, ground);
};

/** What shows through where nothing covers the page. */
const CANVAS: Rgb = [1, 1, 1];

/** A color of the page as it is seen, over what is behind it; null: it cannot be computed. */
export function seenColor(colors: WebsitePalette, key: WebsiteColor): Rgb | null {
  const page = seenOn(colors.bgcolor_default, CANVAS);
  return key === 'bgcolor_default' ? page : page && seenOn(colors[key], page);
}

/** How the text of this color stands out where it does so least; null: it is no text, or that cannot be computed. */
export function leastContrast(
  colors: WebsitePalette,
  key: WebsiteColor,
): { ratio: number; ground: WebsiteColor } | null {
  const found = (GROUNDS[key] ?? []).flatMap((ground) => {
    const below = seenColor(colors, ground);
    const text = below && seenOn(colors[key], below);
    return text ? [{ ratio: contrastOf(text, below), ground }] : [];
  });
  return found.sort((a, b) => a.ratio - b.ratio)[0] ?? null;
}
