import { all, call, put, select } from 'typed-redux-saga';
import { CoreError, codeOf } from '../../../api/error.ts';
import { ingestId } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { httpAddress } from '../../../media/address/channelAddresses.ts';
import { parseIngestMetadata } from '../../../media/stored/metadata.ts';
import { type ChannelForViewers, channelForViewers } from '../../../viewer/player/channelForViewers.ts';
import { playerFiles } from '../../../viewer/player/playerFiles.ts';
import { type GeneratedFile, LIBRARY } from '../../../viewer/webRootFilePaths.ts';
import { reasonValue } from '../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../gate/host/host.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { networkFor } from '../../gate/session/networkForChannel.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { NewerMetadata, readableOf, readMetadata, readProcess } from '../../shared/saving/readProcess.ts';
import { removeFiles } from '../channel/channelBelongings.ts';
import type { WithChannels } from '../channel/slice.ts';
import { makeAsStored } from './makeAsStored.ts';

// A mark is a file named after the version of the pages beside it, so that one listing shows all versions.

interface ListedFile {
  name: string;
  size_bytes: number;
}

const folderOf = (channel: string | null) => (channel === null ? '/playersite' : `/channels/${channel}`);

/** `bytes`: size of the first page, which detects that another product has overwritten it. */
const markOf = (channel: string | null, version: string, bytes: number) =>
  `${folderOf(channel)}/pages-${version}-${bytes}.txt`;

const WEBSITE = '/index.html';

export const PAGES_GLOB = '{/*.html,/channels/*/pages-*.txt,/playersite/pages-*.txt}';

/** Returns channels whose pages are of another version or product; null stands for the website. */
export function oldPages(
  files: readonly ListedFile[],
  channels: readonly string[],
  version: string,
): (string | null)[] {
  const sizes = new Map(files.map(({ name, size_bytes }) => [name, size_bytes]));
  const isOld = (channel: string | null, page: string) => {
    const bytes = sizes.get(page);
    return bytes !== undefined && !sizes.has(markOf(channel, version, bytes));
  };
  const old = channels.filter((channel) => isOld(channel, `/${channel}.html`));
  // An `index.html` without playersite pages belongs to someone else.
  const hasWebsite = files.some(({ name }) => name.startsWith('/playersite_'));
  return [...old, ...(hasWebsite && isOld(null, WEBSITE) ? [null] : [])];
}

const bytesOf = (body: string | Blob) => (typeof body === 'string' ? new TextEncoder().encode(body).length : body.size);

/** Returns the version of the pages that this interface makes. Throws an Error if a chunk cannot be fetched. */
export function* ownVersion() {
  const assets = yield* browser('assets');
  const load = yield* browser('loadPageMaker');
  const { pagesVersion } = yield* call(load);
  return pagesVersion((yield* call(assets.list)).version);
}

/** Writes the version mark after the pages; null stands for the website. Throws a CoreError. */
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

const libraryMarkOf = (version: string) => `/${LIBRARY}version-${version}.txt`;
const isMark = (path: string) => path.startsWith(`/${LIBRARY}version-`);

/** `renew` rewrites the pages that load the library, as older ones may be incompatible. Throws a CoreError. */
export function* updatePlayerLibrary(renew: () => Generator) {
  const core = yield* host('core');
  const assets = yield* browser('assets');
  const { version, files } = yield* call(assets.list);
  const standing = yield* call(core.diskFiles, { glob: `/${LIBRARY}*` });
  const sizes = new Map(standing.map(({ name, size_bytes }) => [name, size_bytes]));
  const mark = libraryMarkOf(version);
  // Another product may have overwritten files.
  const differs = files.some(({ path, bytes }) => path.startsWith(LIBRARY) && sizes.get(`/${path}`) !== bytes);
  if (sizes.has(mark) && !differs) return;
  yield* all(files.map(({ path }) => call(copyAsset, path)));
  yield* call(renew);
  yield* call(core.diskWrite, { path: mark, body: version });
  for (const path of sizes.keys()) if (isMark(path) && path !== mark) yield* call(core.diskDelete, { path });
}

/** Templates of other interfaces use this file. An existing one is not overwritten. */
const BACKGROUND = 'playersite/default_bg.jpg';

export function* copyAsset(path: string) {
  const core = yield* host('core');
  if (path === BACKGROUND && (yield* call(core.diskFiles, { glob: `/${path}` })).length > 0) return;
  const assets = yield* browser('assets');
  yield* call(core.diskWrite, { path: `/${path}`, body: yield* call(assets.read, path) });
}

/** Returns the address of the pages for viewers, without a trailing slash. Throws a CoreError. */
export function* addressOfPages(channel: string) {
  const coreInfo = coreInfoOf(yield* select(({ session }: WithSession) => session));
  if (!coreInfo) throw new CoreError(401, 'Not logged in');
  return httpAddress(networkFor(coreInfo, channel));
}

/** Reads a channel for its pages. Throws a CoreError or NewerMetadata. */
export function* viewedOn(channel: string) {
  const stored = readableOf(yield* readMetadata(ingestId(channel), parseIngestMetadata));
  if (!stored) throw new CoreError(404, msg('Main channel not found'));
  return channelForViewers(channel, stored);
}

const knownAs = (address: string) => [address, ...(/\/index\.html$/.test(address) ? [address.slice(0, -10)] : [])];

/** Writes files and refreshes the cache of this browser. Throws a CoreError. */
export function* writeFiles(files: readonly GeneratedFile[]) {
  const core = yield* host('core');
  const revalidate = yield* browser('revalidate');
  for (const { path, body } of files) yield* call(core.diskWrite, { path, body });
  const addresses = files.map(({ path }) => core.address + path);
  yield* call(revalidate, addresses.flatMap(knownAs));
}

/** Rewrites the player page, or removes it if the channel is gone. Throws a CoreError or NewerMetadata. */
export function* writePlayer(channel: string) {
  let isMade = false;
  const make = function* (viewed: ChannelForViewers) {
    const files = playerFiles(viewed, yield* call(addressOfPages, channel));
    yield* call(writeFiles, files);
    yield* call(markPages, channel, files);
    isMade = true;
  };
  try {
    yield* call(makeAsStored, () => viewedOn(channel), make);
  } catch (error) {
    const isGone = codeOf(error) === 404 && (yield* call(readProcess, ingestId(channel))) === null;
    if (!isGone) throw error;
    // The channel may have been deleted before its pages were written.
    if (isMade) yield* call(removeFiles, channel);
  }
}

/** Rewrites existing player pages and skips unreadable channels. */
export function* renewPages() {
  const core = yield* host('core');
  const { list } = yield* select(({ channel }: WithChannels) => channel);
  const names = (yield* call(core.diskFiles, { glob: '/*.html' })).map(({ name }) => name);
  for (const { id } of list.filter((channel) => names.includes(`/${channel.id}.html`))) {
    try {
      yield* call(writePlayer, id);
    } catch (error) {
      const isHarmless = error instanceof NewerMetadata || codeOf(error) === 404;
      if (!isHarmless) throw error;
    }
  }
}

/** Writes library and player page. Returns false after a failure, with a notice. */
export function* updatePlayer(channel: string) {
  try {
    yield* call(updatePlayerLibrary, renewPages);
    yield* call(writePlayer, channel);
    return true;
  } catch (error) {
    yield* put(noticed('warning', msg('Failed to update the player ({{0}})'), reasonValue(error)));
    return false;
  }
}
