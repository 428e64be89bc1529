/** Breaks a line, or ends a header: whatever follows would be read as something else. */
const CONTROL = /(?<![\s\p{Cc}])\s*[\p{Cc}\u2028\u2029][\s\p{Cc}\u2028\u2029]*/gu;

/**
 * The most bytes of UTF-8 that a target takes of a text, by the option of ffmpeg that carries it. MPEG-TS keeps provider
 * and name in one descriptor of 255 bytes (EN 300 468, 6.2.33); ffmpeg marks UTF-8 there by a byte of its own. It has
 * 1000 bytes for all texts of Icecast with the names of their headers, and ends without memory beyond them. FLV stores
 * the length of a text in two bytes.
 */
const TARGETS: readonly { option: RegExp; mostBytes: number }[] = [
  { option: /^-metadata(?::[\w:]+)? service_(?:name|provider)$/, mostBytes: 120 },
  { option: /^-metadata/, mostBytes: 4_000 },
  { option: /^-ice_description$/, mostBytes: 460 },
  { option: /^-ice_url$/, mostBytes: 200 },
  { option: /^-ice_/, mostBytes: 120 },
  { option: /^-(?:http_)?user_agent$/, mostBytes: 250 },
];

/** Headers are lines; those that ffmpeg is given end with a line break each. */
const HEADERS = /^-headers$/;

/** One line without control characters, cut at a character. */
export function protocolText(text: string, mostBytes = Number.POSITIVE_INFINITY): string {
  // Half a character is no UTF-8: the process would get another text than the one that is stored.
  const line = text
    .replace(/\p{Surrogate}/gu, '')
    .replace(CONTROL, ' ')
    .trim();
  const encoder = new TextEncoder();
  if (encoder.encode(line).length <= mostBytes) return line;
  let [kept, bytes] = ['', 0];
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    bytes += encoder.encode(segment).length;
    if (bytes > mostBytes) break;
    kept += segment;
  }
  return kept.trimEnd();
}

const headerLines = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => protocolText(line))
    .filter((line) => line !== '')
    .map((line) => `${line}\r\n`)
    .join('');

/** What people typed becomes a part of a protocol in these options. */
function optionText(name: string, value: string): string {
  if (HEADERS.test(name)) return headerLines(value);
  const [, key = '', text = value] = (name.startsWith('-metadata') && /^([^=]*)=(.*)$/s.exec(value)) || [];
  const carried = key === '' ? name : `${name} ${key}`;
  const cleaned = protocolText(text, TARGETS.find(({ option }) => option.test(carried))?.mostBytes);
  return key === '' ? cleaned : `${key}=${cleaned}`;
}

/** Options of ffmpeg with values that no protocol can take for more than one. */
export const withProtocolTexts = (options: readonly string[]): string[] =>
  options.map((option, i) => {
    const name = options[i - 1];
    const isValue = name?.startsWith('-') === true;
    // Most are plain: they stay as they are, blanks at the ends as well.
    return isValue && /[^\x20-\x7e]|.{120}/.test(option) ? optionText(name, option) : option;
  });
