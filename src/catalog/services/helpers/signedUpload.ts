/** An address to which several files are uploaded, with a query that each of them needs, such as a token. */
interface SignedUpload {
  /** The address that is given to the muxer for the manifest. */
  address: string;
  /** Before the query: the address without the ending of its file. */
  stem: string;
  /** With its question mark. */
  query: string;
}

/** The file is named in the query itself, as some platforms have it: `…/upload?cid=1&file=live.m3u8`. */
const NAMES_FILE = /\.(?:m3u8?|mpd)$/i;

/** null: there is no query, or it names the file: then ffmpeg makes the names right by itself. */
export function signedUploadOf(address: string): SignedUpload | null {
  const [, path = '', query = ''] = /^([^?#]*)(\?[^#]+)/s.exec(address) ?? [];
  if (query === '' || NAMES_FILE.test(query)) return null;
  // ffmpeg (5.1) takes all behind the last slash for the file, also in a query.
  const signed = query.replaceAll('/', '%2F');
  const stem = path.replace(/(\/\/.*\/[^/]*?)\.[^./]*$/s, '$1');
  return { address: `${path}${signed}`, stem, query: signed };
}

/**
 * For the names of HLS segments, where ffmpeg counts at `%d`, `%05d` and so on: an escape such as `%2d`, or the `d` behind
 * a `%20`, would be taken for that. Written otherwise they mean the same.
 */
export const withoutPlaceholders = (text: string): string =>
  text
    .replace(/%[\da-f]{2}/gi, (found) => found.toUpperCase())
    .replace(/(%\d+)([dv])/g, (_, digits: string, letter: string) => `${digits}${letter === 'd' ? '%64' : '%76'}`);

/** For the names of DASH segments, where `$` begins a placeholder. */
export const withoutDollars = (text: string): string => text.replaceAll('$', '$$$$');
