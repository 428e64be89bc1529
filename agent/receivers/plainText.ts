import type { AlarmMessage } from './alarmMessage.ts';

/** Also what turns the direction of writing around: a name could pose as another one. */
const CONTROLS = /(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;
const BREAKS = /\r\n?|[\u2028\u2029\v\f\u0085]/g;

const clean = (text: string) =>
  text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(BREAKS, '\n')
    .replace(CONTROLS, ' ');

interface Fit {
  /** In the unit of `sizeOf`, after escaping. */
  most: number;
  /** UTF-16 units, unless a service counts otherwise. */
  sizeOf?: (text: string) => number;
  /** What a service needs so that a sign is only a sign; is asked for one character. */
  escapeSign?: (sign: string) => string;
}

/** Escapes a text and cuts it between two characters. */
export function fitText(
  text: string,
  { most, sizeOf = (part) => part.length, escapeSign = (sign) => sign }: Fit,
): string {
  const parts: string[] = [];
  let size = 0;
  let fitting = 0;
  const end = sizeOf('…');
  for (const sign of text) {
    const part = escapeSign(sign);
    size += sizeOf(part);
    if (size > most) return most < end ? '' : `${parts.slice(0, fitting).join('')}…`;
    parts.push(part);
    if (size + end <= most) fitting = parts.length;
  }
  return parts.join('');
}

export const byteLength = (text: string) => Buffer.byteLength(text);
export const characterCount = (text: string) => [...text].length;

const MOST_TITLE = 250;
const MOST_TEXT = 4000;
const MOST_LINK = 1000;

/** The words of a message as every service may have them: a title of one line, and never without one. */
export function plainWords({ title, text, link }: AlarmMessage): { title: string; text: string; link: string | null } {
  const oneLine = clean(title).replace(/\s+/g, ' ').trim();
  return {
    title: fitText(oneLine === '' ? 'Sluice' : oneLine, { most: MOST_TITLE }),
    text: fitText(clean(text).trim(), { most: MOST_TEXT }),
    link: toLink(link),
  };
}

/** Without the signs that end an address in some markup, or mention somebody. */
function toLink(link: string | null): string | null {
  if (link === null || !URL.canParse(link)) return null;
  const { protocol, origin, pathname, search, hash } = new URL(link);
  const toCode = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  const safe = origin + `${pathname}${search}${hash}`.replace(/[^\w\-.~:/?#!$&+,;=%]/g, toCode);
  return /^https?:$/.test(protocol) && safe.length <= MOST_LINK ? safe : null;
}

/** All in one text: title, text, and the address as it is. */
export function oneText(message: AlarmMessage, fit: Fit): string {
  const { title, text, link } = plainWords(message);
  return fitBefore(text === '' ? title : `${title}\n${text}`, link, fit);
}

/** Where the title has a place of its own. Never empty: some services refuse that. */
export function textAndLink(message: AlarmMessage, fit: Fit): string {
  const { title, text, link } = plainWords(message);
  return fitBefore(text === '' ? title : text, link, fit);
}

function fitBefore(words: string, link: string | null, fit: Fit): string {
  const { sizeOf = (part: string) => part.length } = fit;
  const end = link === null ? '' : `\n${link}`;
  return fitText(words, { ...fit, most: fit.most - sizeOf(end) }) + end;
}

/** Invisible, and no part of a name: behind the sign that begins a mention there is none. */
export const WORD_JOINER = '\u2060';

const MARKUP = /[\\`*_~|#>+\-[\](){}<!:@/.]/;
/** Markdown of chats, where a backslash makes any sign of ASCII that is no letter or digit a sign only. */
export const escapeMarkdown = (sign: string) => (MARKUP.test(sign) ? `\\${sign}` : sign);
