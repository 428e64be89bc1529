import type { Answer } from './rawRequest.ts';

/** Headers that are compared. Others depend on the HTTP server or the time. */
const TOLD =
  /^(content-(type|length|encoding|location|range)|transfer-encoding|cache-control|etag|last-modified|location|www-authenticate|access-control-.*|vary|x-cache|accept-ranges|allow|expires)$/;
const SESSION = /session=([2-9A-HJ-NP-Za-km-z]{22})/g;

/** `body`: undefined if it is not compared. */
export interface NormalizedAnswer {
  readonly status: number;
  readonly header: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Converts a response to the form of the recordings. `clean` inserts the placeholders. */
export function normalizeAnswer({ status, headers, body }: Answer, clean: (text: string) => string): NormalizedAnswer {
  const header = Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      TOLD.test(name) && typeof value === 'string' ? [[name, clean(value)]] : [],
    ),
  );
  if (headers['content-encoding'] !== undefined) return { status, header, body: '<gzip>' };
  if (body.subarray(0, 512).includes(0)) return { status, header, body: '<binary>' };
  const text = clean(body.toString());
  return { status, header, body: /json/.test(headers['content-type'] ?? '') ? parsed(text) : text };
}

/** A file with a JSON type can contain anything. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Removes random parts: session ids, figures of playlists, and the order of sets. */
export function withoutVolatile({ status, header, body }: NormalizedAnswer, path: string): NormalizedAnswer {
  return { status, header, body: withoutVolatileBody(body, path) };
}

function withoutVolatileBody(body: unknown, path: string): unknown {
  if (typeof body === 'string') {
    const lines = body
      .replace(/^<(gzip|binary), \d+ bytes>$/, '<$1>')
      .replaceAll(SESSION, (whole, id) => (path.includes(id) ? whole : 'session={{SESSION}}'));
    return lines.startsWith('#EXTM3U')
      ? withoutVolatilePlaylist(lines)
      : lines.startsWith('# HELP')
        ? seriesOf(lines)
        : lines;
  }
  if (Array.isArray(body) && body.length > 0 && body.every(isMetric))
    return Object.fromEntries(body.map((metric) => [`${metric.name} ${JSON.stringify(metric.labels ?? {})}`, metric]));
  if (Array.isArray(body)) return body.map((item) => withoutVolatileBody(item, path)).sort(byIdentity);
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, SETS.has(key) ? withoutVolatileBody(value, path) : value]),
  );
}

const SETS = new Set(['metrics', 'hls', 'rtmp', 'http', 'active', 'list']);

const isMetric = (item: unknown): item is { name: string; labels: unknown } =>
  typeof item === 'object' && item !== null && 'labels' in item && 'name' in item;

const byIdentity = (a: unknown, b: unknown): number => identity(a).localeCompare(identity(b));
function identity(item: unknown): string {
  if (typeof item !== 'object' || item === null) return '';
  return 'local' in item && 'extra' in item ? `${item.local} ${item.extra}` : '';
}

const withoutVolatilePlaylist = (text: string): string =>
  text
    .replaceAll(/#EXTINF:\d+\.\d+,/g, '#EXTINF:{{S}},')
    .replaceAll(/_\d{4}\.ts/g, '_{{N}}.ts')
    .replaceAll(/(TARGETDURATION|MEDIA-SEQUENCE):\d+/g, '$1:{{N}}')
    .replaceAll(/(#EXTINF:\{\{S\}\},\n.*\n)\1+/g, '$1');

const seriesOf = (text: string): string[] =>
  [...new Set(text.split('\n').flatMap((line) => (/^\w/.test(line) ? [line.replace(/ \S+$/, '')] : [])))].sort();
