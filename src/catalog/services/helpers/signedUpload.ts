/**
 * An address to which several files are uploaded, with a query that each of them needs: a token, or the name of the file
 * itself, as some platforms have it (`…/upload?file=live.m3u8&cid=1`). A file is `before`, its name, an ending, `after`.
 */
interface SignedUpload {
  /** The address that is given to the muxer for the manifest. */
  address: string;
  before: string;
  /** The name of the manifest, without its ending; '' where the address is that of a folder. */
  file: string;
  after: string;
}

/** Or the query ends where the name belongs: `…/upload?cid=1&file=`. */
const NAMES_FILE = /^([^?]*\?(?:.*&)?[^=&]+=(?:[^&]*%2F)?)((?:(?!%2F)[^&])*)(\.(?:m3u8?|mpd))(&.*)?$/is;
const AWAITS_FILE = /^(.*[?&]file(?:name)?=)(&.*)?$/is;

/** null: there is no query. @param ending of the manifest, for a query that awaits its name */
export function signedUploadOf(address: string, ending: string): SignedUpload | null {
  const [, given = '', query = ''] = /^([^?#]*)(\?[^#]+)/s.exec(address) ?? [];
  if (query === '') return null;
  const path = given.replace(/^([^/]*\/\/[^/]*)$/s, '$1/');
  // ffmpeg (5.1) takes all behind the last slash for the file, also in a query.
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

/** What stands in front of a name that the muxer puts into the folder of the manifest. */
export const inFolder = (before: string): string => before.slice(before.lastIndexOf('/') + 1);

/**
 * For the names of HLS segments, where ffmpeg counts at `%d`, `%05d` and so on: an escape such as `%2d`, or the `d` behind
 * a `%20`, would be taken for that. Written otherwise they mean the same.
 */
export const withoutPlaceholders = (text: string): string =>
  text
    .replaceAll(/%\dd/g, (found) => found.toUpperCase())
    .replace(/(%\d+)([dv])/g, (_, digits: string, letter: string) => `${digits}${letter === 'd' ? '%64' : '%76'}`);

/** For the names of DASH segments, where `$` begins a placeholder. */
export const withoutDollars = (text: string): string => text.replaceAll('$', '$$$$');
