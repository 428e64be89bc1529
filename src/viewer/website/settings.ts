import * as z from 'zod/mini';
import { isGroup, storedFlag, storedGroup, storedText } from '../../media/stored/storedSchemas.ts';
import { storedAnalytics } from '../player/settings.ts';

export const CURRENT = 'current';
export const DEFAULT_TEMPLATE = '!default';

const color = (fallback: string) =>
  z.catch(
    z.pipe(
      z.string(),
      z.transform((stored) => colorOf(stored) ?? fallback),
    ),
    fallback,
  );

/** Invalid entries are dropped, which must not make all channels public. */
const texts = z.pipe(
  z.array(z.unknown()),
  z.transform((entries) => entries.filter((entry) => typeof entry === 'string')),
);

const Stored = storedGroup({
  player: storedText('videojs'),
  playersite: storedFlag(true),
  channelid: storedText(CURRENT),
  /** Channels besides the main one; null: all. */
  channel_list: z._default(z.catch(z.nullable(texts), null), null),
  title: storedText(),
  /** Unknown to other interfaces, which keep it. */
  headline: storedText(),
  description: storedText(),
  logo: storedText(),
  banner: storedText(),
  share: storedFlag(true),
  /** Unknown to other interfaces; same format as in the player settings. */
  ga: storedAnalytics,
  support: storedFlag(true),
  chromecast: storedFlag(false),
  airplay: storedFlag(false),
  template: storedText(DEFAULT_TEMPLATE),
  templatename: storedText(),
  textcolor_title: color('rgba(255,255,255,1)'),
  textcolor_default: color('rgba(230,230,230,1)'),
  textcolor_link: color('rgba(230,230,230,1)'),
  textcolor_link_hover: color('rgba(255,255,255,1)'),
  bgcolor_default: color('rgba(56,56,56,1)'),
  bgcolor_selected: color('rgba(0,0,0,.15)'),
  bgcolor_unselected: color('rgba(255,255,255,.05)'),
  bgcolor_header: color('rgba(44,44,44,1)'),
  hrcolor: color('rgba(102,102,102,1)'),
  bgimage_url: storedText(),
  /** The operator's markup: end of head, above the channel list, below the text, end of body. */
  inject1: storedText(),
  inject2: storedText(),
  inject3: storedText(),
  inject4: storedText(),
  imprint: storedText(),
  terms: storedText(),
});

export type WebsiteSettings = z.infer<typeof Stored>;

/** Misspelled in 1.0.0 and not migrated by the next release. */
const LEGACY = { title: 'titel', textcolor_title: 'textcolor_titel' } as const;

function withLegacy(raw: unknown): unknown {
  if (!isGroup(raw)) return raw;
  const found = Object.entries(LEGACY).filter(([name, old]) => raw[name] === undefined && raw[old] !== undefined);
  return { ...raw, ...Object.fromEntries(found.map(([name, old]) => [name, raw[old]])) };
}

/** Never fails. For reading only: changes are merged into the stored object, so that unknown data stays. */
export const parseWebsiteSettings = (raw: unknown): WebsiteSettings => Stored.parse(withLegacy(raw));

/** Whether the page needs a frame (docs/security.md). Imprint and terms are sanitized instead. */
export const bringsMarkup = ({ template, inject1, inject2, inject3, inject4 }: WebsiteSettings) =>
  template !== DEFAULT_TEMPLATE || [inject1, inject2, inject3, inject4].some((markup) => markup.trim() !== '');

/** Limits the digits, as a number could otherwise be infinite. */
const NUMBER = String.raw`[+-]?(?:\d{1,9}\.?\d{0,20}|\.\d{1,20})(?:%|deg)?`;
const FORMS = [
  /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/,
  new RegExp(String.raw`^(?:rgb|hsl)a?\(\s*${NUMBER}(?:[\s,/]+${NUMBER}){2,3}\s*\)$`),
  /^[a-z]{3,24}$/,
];

/** Returns a normalized CSS color, safe in a style sheet; null otherwise. */
export function colorOf(text: string): string | null {
  const color = text.trim().toLowerCase();
  return FORMS.some((form) => form.test(color)) ? color : null;
}
