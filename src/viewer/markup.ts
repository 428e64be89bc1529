/** Text that is markup already: the only kind that `html` does not escape. */
export interface Markup {
  readonly markup: string;
}

type Value = string | number | Markup | readonly Markup[];

/** Only for what this product wrote itself, or for what goes into a place where markup is harmless. */
export const raw = (markup: string): Markup => ({ markup });

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** Safe as text and between quotes of an attribute, in HTML and in XML. */
export const escapeMarkup = (text: string) =>
  text.replace(UNWANTED, '').replace(/[&<>"'`]/g, (sign) => ENTITIES[sign] ?? sign);

// XML knows no control characters, and a browser makes U+FFFD of NUL.
const UNWANTED = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

function written(value: Value): string {
  if (typeof value === 'string') return escapeMarkup(value);
  if (typeof value === 'number') return String(value);
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}

/** A template whose values are escaped; attributes have to stand in quotes. Names of elements are no values. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Markup {
  return raw(parts.reduce((text, part, i) => `${text}${written(values[i - 1] ?? '')}${part}`));
}

/** JSON that is also a script's: `<` ends no script, and no line ends within a text. */
export const inScript = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/**
 * An address to link to or to load from, '' when it is none: http, https, or relative to the page. Whatever else a
 * browser would do with it (`javascript:`, also with line breaks inside) is not taken.
 */
export function safeLink(text: string): string {
  const address = text.trim();
  const whole = URL.parse(address);
  if (whole) return /^https?:$/.test(whole.protocol) ? whole.href : '';
  return URL.canParse(address, 'http://page.invalid/') ? address : '';
}
