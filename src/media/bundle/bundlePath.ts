import { isChannelId } from '../../api/processIds.ts';

/*
 * The disk of a core is the web root of its interface: a file that an import writes could be a page with a script that
 * runs with the login of the operator. So only these kinds of files are exported and imported. Pages for viewers are
 * generated, recordings and segments are not settings.
 */

const IMAGE = /^[\w.-]{1,100}\.(?:png|jpe?g|gif|svg|webp|bmp)$/i;
/** Prepared uploads that a source plays repeatedly, also as other programs name them. */
const LOOP = /^(?:videoloop|audioloop)[\w.-]{0,100}$/;
const LOOP_TYPES = /\.(?:source|mp4|mov|mkv|webm|ts|m4a|mp3|aac|ogg|wav|flac|png|jpe?g|gif)$/i;
const TEMPLATE = /^[^/\\:*?"<>|]{1,200}\.html$/;

/** Made from the settings, or part of the pages for viewers. */
const GENERATED = new Set(['default_bg.jpg']);

export type BundlePathKind = 'image' | 'loop' | 'template';

export interface BundlePath {
  readonly kind: BundlePathKind;
  /** null: belongs to the website. */
  readonly channel: string | null;
}

/** Returns null for a file that is no part of a bundle, including every path that leaves its folder. */
export function bundlePathOf(path: string): BundlePath | null {
  const [root, folder = '', ...rest] = path.split('/');
  if (root !== '' || hasControl(path)) return null;
  const [name = '', inner, ...more] = rest;
  if (folder === 'channels') {
    const isLoop = LOOP.test(inner ?? '') && LOOP_TYPES.test(inner ?? '');
    if (inner === undefined || more.length > 0 || !isChannelId(name)) return null;
    if (isLoop) return { kind: 'loop', channel: name };
    return IMAGE.test(inner) ? { kind: 'image', channel: name } : null;
  }
  if (folder !== 'playersite') return null;
  if (inner === undefined) return IMAGE.test(name) && !GENERATED.has(name) ? { kind: 'image', channel: null } : null;
  const isTemplate = name === 'templates' && more.length === 0 && TEMPLATE.test(inner) && !inner.startsWith('.');
  return isTemplate ? { kind: 'template', channel: null } : null;
}

const hasControl = (path: string): boolean => /[\p{Cc}\u2028\u2029\p{Cs}]/u.test(path);

/** Files on the disk that may belong to a bundle; `bundlePathOf` decides. A datarhei core misreads `*` in braces. */
export const BUNDLE_GLOB = '{/channels/**,/playersite/**}';
