export interface Markup {
  readonly markup: string;
}

type Value = string | number | Markup | readonly Markup[];

/** Only for our own markup, or where foreign markup is harmless. */
export const raw = (markup: string): Markup => ({ markup });

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** Safe as text and in quoted attributes, in HTML and XML. */
export const escapeMarkup = (text: string) =>
  text.replace(UNWANTED, '').replace(/[&<>"'`]/g, (sign) => ENTITIES[sign] ?? sign);

// XML forbids control characters, and browsers turn NUL into U+FFFD.
const UNWANTED = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

function written(value: Value): string {
  if (typeof value === 'string') return escapeMarkup(value);
  if (typeof value === 'number') return String(value);
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}

/** A template that escapes its values. Attributes must be quoted; values cannot be element names. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Markup {
  return raw(parts.reduce((text, part, i) => `${text}${written(values[i - 1] ?? '')}${part}`));
}

/** JSON that is also safe within a script element. */
export const inScript = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Returns an http, https or relative address, else ''. Rejects other schemes, also when obfuscated. */
export function safeLink(text: string): string {
  const address = text.trim();
  const url = URL.parse(address);
  if (url) return /^https?:$/.test(url.protocol) ? url.href : '';
  return URL.canParse(address, 'http://page.invalid/') ? address : '';
}
