import { posix } from 'node:path';

/** Players need mpd, m4s and webm, which the real core lacks. */
const types = new Map(
  Object.entries({
    m3u8: 'application/vnd.apple.mpegurl',
    ts: 'video/MP2T',
    mpd: 'application/dash+xml',
    m4s: 'video/iso.segment',
    mp4: 'video/mp4',
    webm: 'video/webm',
    m4a: 'audio/mp4',
    aac: 'audio/aac',
    mp3: 'audio/mpeg',
    vtt: 'text/vtt',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    png: 'image/png',
    gif: 'image/gif',
    webp: 'image/webp',
    svg: 'image/svg+xml',
    ico: 'image/vnd.microsoft.icon',
    html: 'text/html',
    htm: 'text/html',
    js: 'text/javascript',
    mjs: 'text/javascript',
    css: 'text/css',
    json: 'application/json',
    map: 'application/json',
    webmanifest: 'application/manifest+json',
    xml: 'application/xml',
    txt: 'text/plain',
    wasm: 'application/wasm',
    woff: 'font/woff',
    woff2: 'font/woff2',
    ttf: 'font/ttf',
    otf: 'font/otf',
  }),
);

/** The real core's type for unknown extensions. */
const UNKNOWN = 'application/data';

const extensionOf = (name: string): string => posix.extname(name).slice(1).toLowerCase();

export type TypeOf = (name: string) => string;

export const findMimeType: TypeOf = (name) => types.get(extensionOf(name)) ?? UNKNOWN;

/** Parses an operator's list, which overrides ours: a type and its extensions per line, `#` comments. */
export function parseMimeTypes(text: string): TypeOf {
  const own = new Map(
    text.split(/\r?\n/).flatMap((line) => {
      const [type = '', ...extensions] = line.replace(/#.*/, '').trim().split(/\s+/);
      return extensions.map((extension): [string, string] => [extension.replace(/^\./, '').toLowerCase(), type]);
    }),
  );
  return own.size === 0 ? findMimeType : (name) => own.get(extensionOf(name)) ?? findMimeType(name);
}

const compressible = new Set([
  'text/plain',
  'text/html',
  'text/javascript',
  'text/css',
  'application/json',
  'application/vnd.apple.mpegurl',
  'image/svg+xml',
]);

export const isCompressible = (type: string): boolean => compressible.has(type.split(';', 1)[0] ?? '');
