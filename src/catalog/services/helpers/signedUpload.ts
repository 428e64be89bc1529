/**
 * An upload address with a query for every file, such as a token or `…/upload?file=live.m3u8&cid=1`. A file is
 * `before` + name + extension + `after`.
 */
interface SignedUpload {
  address: string;
  before: string;
  /** Name of the manifest without extension; '' if the address is a folder. */
  file: string;
  after: string;
}

/** The query may also end where the name belongs: `…/upload?cid=1&file=`. */
const NAMES_FILE = /^([^?]*\?(?:.*&)?[^=&]+=(?:[^&]*%2F)?)((?:(?!%2F)[^&])*)(\.(?:m3u8?|mpd))(&.*)?$/is;
const AWAITS_FILE = /^(.*[?&]file(?:name)?=)(&.*)?$/is;

/** null without a query. @param ending extension of the manifest */
export function signedUploadOf(address: string, ending: string): SignedUpload | null {
  const [, pathPart = '', query = ''] = /^([^?#]*)(\?[^#]+)/s.exec(address) ?? [];
  if (query === '') return null;
  const path = pathPart.replace(/^([^/]*\/\/[^/]*)$/s, '$1/');
  // ffmpeg 5.1 takes everything after the last slash as the file name, even in a query.
  const signed = `${path}${query.replaceAll('/', '%2F')}`;
  const named = NAMES_FILE.exec(signed.replace(AWAITS_FILE, `$1stream${ending}$2`));
  if (named) {
    const [whole, before = '', file = '', , after = ''] = named;
    return { address: whole, before, file, after };
  }
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const file = path.slice(folder.length).replace(/\.[^.]*$/, '');
  return { address: signed, before: folder, file, after: signed.slice(path.length) };
}

export const inFolder = (before: string): string => before.slice(before.lastIndexOf('/') + 1);

/** Rewrites escapes in names of HLS segments that ffmpeg would expand as a counter: `%2d`, or the `d` after `%20`. */
export const withoutPlaceholders = (text: string): string =>
  text
    .replaceAll(/%\dd/g, (found) => found.toUpperCase())
    .replace(/(%\d+)([dv])/g, (_, digits: string, letter: string) => `${digits}${letter === 'd' ? '%64' : '%76'}`);

/** For names of DASH segments, where `$` starts a placeholder. */
export const withoutDollars = (text: string): string => text.replaceAll('$', '$$$$');
