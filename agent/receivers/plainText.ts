import type { AlarmMessage } from './alarmMessage.ts';

/** Includes direction overrides, with which one name could imitate another. */
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
  sizeOf?: (text: string) => number;
  escapeSign?: (char: string) => string;
}

export function fitText(
  text: string,
  { most, sizeOf = (part) => part.length, escapeSign = (char) => char }: Fit,
): string {
  const parts: string[] = [];
  let size = 0;
  let fittingCount = 0;
  const end = sizeOf('…');
  for (const char of text) {
    const part = escapeSign(char);
    size += sizeOf(part);
    if (size > most) return most < end ? '' : `${parts.slice(0, fittingCount).join('')}…`;
    parts.push(part);
    if (size + end <= most) fittingCount = parts.length;
  }
  return parts.join('');
}

export const byteLength = (text: string) => Buffer.byteLength(text);
export const characterCount = (text: string) => [...text].length;

const MAX_TITLE = 250;
const MAX_TEXT = 4000;
const MAX_LINK = 1000;

/** Cleans the texts of a message. The title is a single line and never empty. */
export function plainWords({ title, text, link }: AlarmMessage): { title: string; text: string; link: string | null } {
  const oneLine = clean(title).replace(/\s+/g, ' ').trim();
  return {
    title: fitText(oneLine === '' ? 'Sluice' : oneLine, { most: MAX_TITLE }),
    text: fitText(clean(text).trim(), { most: MAX_TEXT }),
    link: toLink(link),
  };
}

/** Encodes characters that end links or start mentions in some markup. */
function toLink(link: string | null): string | null {
  if (link === null || !URL.canParse(link)) return null;
  const { protocol, origin, pathname, search, hash } = new URL(link);
  const toCode = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
  const safe = origin + `${pathname}${search}${hash}`.replace(/[^\w\-.~:/?#!$&+,;=%]/g, toCode);
  return /^https?:$/.test(protocol) && safe.length <= MAX_LINK ? safe : null;
}

export function oneText(message: AlarmMessage, fit: Fit): string {
  const { title, text, link } = plainWords(message);
  return fitBefore(text === '' ? title : `${title}\n${text}`, link, fit);
}

/** Joins text and link for services with a separate title. Never empty, which some services reject. */
export function textAndLink(message: AlarmMessage, fit: Fit): string {
  const { title, text, link } = plainWords(message);
  return fitBefore(text === '' ? title : text, link, fit);
}

function fitBefore(text: string, link: string | null, fit: Fit): string {
  const { sizeOf = (part: string) => part.length } = fit;
  const end = link === null ? '' : `\n${link}`;
  return fitText(text, { ...fit, most: fit.most - sizeOf(end) }) + end;
}

/** Invisible; breaks a mention, as it cannot be part of a name. */
export const WORD_JOINER = '\u2060';

const MARKUP = /[\\`*_~|#>+\-[\](){}<!:@/.]/;
/** Escapes for chat Markdown, where a backslash makes any ASCII punctuation literal. */
export const escapeMarkdown = (char: string) => (MARKUP.test(char) ? `\\${char}` : char);
