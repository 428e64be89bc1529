/** A line break could start another header. */
const CONTROL = /(?<![\s\p{Cc}])\s*[\p{Cc}\u2028\u2029][\s\p{Cc}\u2028\u2029]*/gu;

/** Bytes of UTF-8. MPEG-TS has 255 for provider and name (EN 300 468, 6.2.33), ffmpeg 1000 for all Icecast headers. */
const TARGETS: readonly { option: RegExp; mostBytes: number }[] = [
  { option: /^-metadata(?::[\w:]+)? service_(?:name|provider)$/, mostBytes: 120 },
  { option: /^-metadata/, mostBytes: 4_000 },
  { option: /^-ice_description$/, mostBytes: 460 },
  { option: /^-ice_url$/, mostBytes: 200 },
  { option: /^-ice_/, mostBytes: 120 },
  { option: /^-(?:http_)?user_agent$/, mostBytes: 250 },
];

/** ffmpeg expects each header to end with a line break. */
const HEADERS = /^-headers$/;

/** Returns one line without control characters, cut at a whole character. */
export function protocolText(text: string, mostBytes = Number.POSITIVE_INFINITY): string {
  // Half a character is not valid UTF-8.
  const line = text
    .replace(/\p{Surrogate}/gu, '')
    .replace(CONTROL, ' ')
    .trim();
  const encoder = new TextEncoder();
  if (encoder.encode(line).length <= mostBytes) return line;
  let [result, bytes] = ['', 0];
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    bytes += encoder.encode(segment).length;
    if (bytes > mostBytes) break;
    result += segment;
  }
  return result.trimEnd();
}

const headerLines = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => protocolText(line))
    .filter((line) => line !== '')
    .map((line) => `${line}\r\n`)
    .join('');

function optionText(name: string, value: string): string {
  if (HEADERS.test(name)) return headerLines(value);
  const [, key = '', text = value] = (name.startsWith('-metadata') && /^([^=]*)=(.*)$/s.exec(value)) || [];
  const carried = key === '' ? name : `${name} ${key}`;
  const cleaned = protocolText(text, TARGETS.find(({ option }) => option.test(carried))?.mostBytes);
  return key === '' ? cleaned : `${key}=${cleaned}`;
}

export const withProtocolTexts = (options: readonly string[]): string[] =>
  options.map((option, i) => {
    const name = options[i - 1];
    const isValue = name?.startsWith('-') === true;
    // Leaves plain ASCII untouched, including spaces at the ends.
    return isValue && /[^\x20-\x7e]|.{120}/.test(option) ? optionText(name, option) : option;
  });
