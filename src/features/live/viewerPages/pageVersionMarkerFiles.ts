import { call } from 'typed-redux-saga';
import type { GeneratedFile } from '../../../viewer/webRootFilePaths.ts';
import { browser, host } from '../../gate/host/host.ts';

// A mark is a file beside the pages of a channel, or of the website, whose name says what they are: so one list of names
// tells of all of them, and a deleted channel takes its mark along.

export interface ListedFile {
  name: string;
  size_bytes: number;
}

const folderOf = (channel: string | null) => (channel === null ? '/playersite' : `/channels/${channel}`);

/** `bytes`: of the first page. Another product that writes its own under the same name changes that. */
const markOf = (channel: string | null, version: string, bytes: number) =>
  `${folderOf(channel)}/pages-${version}-${bytes}.txt`;

const WEBSITE = '/index.html';

/** What to ask the disk for: the pages there are, and their marks. */
export const PAGES_GLOB = '{/*.html,/channels/*/pages-*.txt,/playersite/pages-*.txt}';

/** The pages that another version has made, or another product. null: they are the website's. */
export function oldPages(
  standing: readonly ListedFile[],
  channels: readonly string[],
  version: string,
): (string | null)[] {
  const sizes = new Map(standing.map(({ name, size_bytes }) => [name, size_bytes]));
  const isOld = (channel: string | null, page: string) => {
    const bytes = sizes.get(page);
    return bytes !== undefined && !sizes.has(markOf(channel, version, bytes));
  };
  const old = channels.filter((channel) => isOld(channel, `/${channel}.html`));
  // An index of somebody else has no pages by channel.
  const ours = standing.some(({ name }) => name.startsWith('/playersite_'));
  return [...old, ...(ours && isOld(null, WEBSITE) ? [null] : [])];
}

const bytesOf = (body: string | Blob) => (typeof body === 'string' ? new TextEncoder().encode(body).length : body.size);

/** Of the pages that this interface makes. Throws an Error that says which part of the interface could not be fetched. */
export function* ownVersion() {
  const assets = yield* browser('assets');
  const load = yield* browser('loadPageMaker');
  const { pagesVersion } = yield* call(load);
  return pagesVersion((yield* call(assets.list)).version);
}

/** Says on the disk that these pages are of this version, once they are written. null: of the website. Throws a CoreError. */
export function* markPages(channel: string | null, files: readonly GeneratedFile[]) {
  const [page] = files;
  if (!page) return;
  const core = yield* host('core');
  const mark = markOf(channel, yield* call(ownVersion), bytesOf(page.body));
  const begin = `${folderOf(channel)}/pages-`;
  const listed = (yield* call(core.diskFiles, { glob: `${begin}*.txt` })).map(({ name }) => name);
  if (!listed.includes(mark)) yield* call(core.diskWrite, { path: mark, body: mark });
  for (const path of listed) if (path.startsWith(begin) && path !== mark) yield* call(core.diskDelete, { path });
}
