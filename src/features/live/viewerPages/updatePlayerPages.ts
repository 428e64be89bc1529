import { call, put, select } from 'typed-redux-saga';
import { CoreError, codeOf } from '../../../api/error.ts';
import { ingestId } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { httpAddress } from '../../../media/address/channelAddresses.ts';
import { parseIngestMetadata } from '../../../media/stored/metadata.ts';
import { playerFiles } from '../../../viewer/player/playerFiles.ts';
import { viewedChannel } from '../../../viewer/player/viewedChannel.ts';
import type { GeneratedFile } from '../../../viewer/webRootFilePaths.ts';
import { reasonValue } from '../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../gate/host/host.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { networkFor } from '../../gate/session/networkForChannel.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { NewerMetadata, readableOf, readMetadata } from '../../shared/saving/readProcess.ts';
import type { WithChannels } from '../channel/slice.ts';
import { markPages } from './pageVersionMarkerFiles.ts';
import { updatePlayerLibrary } from './updatePlayerLibrary.ts';

/** Where viewers find the pages, without a closing slash. Throws a CoreError. */
export function* addressOfPages(channel: string) {
  const coreInfo = coreInfoOf(yield* select(({ session }: WithSession) => session));
  if (!coreInfo) throw new CoreError(401, 'Not logged in');
  return httpAddress(networkFor(coreInfo, channel));
}

/** One channel as its pages show it. Throws a CoreError, or NewerMetadata. */
export function* viewedOn(channel: string) {
  const stored = readableOf(yield* readMetadata(ingestId(channel), parseIngestMetadata));
  if (!stored) throw new CoreError(404, msg('Main channel not found'));
  return viewedChannel(channel, stored);
}

const knownAs = (address: string) => [address, ...(/\/index\.html$/.test(address) ? [address.slice(0, -10)] : [])];

/** This browser shows the new pages from now on. Throws a CoreError. */
export function* writeFiles(files: readonly GeneratedFile[]) {
  const core = yield* host('core');
  const revalidate = yield* browser('revalidate');
  for (const { path, body } of files) yield* call(core.diskWrite, { path, body });
  const addresses = files.map(({ path }) => core.address + path);
  yield* call(revalidate, addresses.flatMap(knownAs));
}

/** Makes the player page of a channel anew, from what is stored. Throws a CoreError, or NewerMetadata. */
export function* writePlayer(channel: string) {
  const files = playerFiles(yield* call(viewedOn, channel), yield* call(addressOfPages, channel));
  yield* call(writeFiles, files);
  yield* call(markPages, channel, files);
}

/** The player pages that stand on the disk. What cannot be read stays as it is. */
export function* renewPages() {
  const core = yield* host('core');
  const { list } = yield* select(({ channel }: WithChannels) => channel);
  const standing = (yield* call(core.diskFiles, { glob: '/*.html' })).map(({ name }) => name);
  for (const { id } of list.filter((channel) => standing.includes(`/${channel.id}.html`))) {
    try {
      yield* call(writePlayer, id);
    } catch (error) {
      const left = error instanceof NewerMetadata || codeOf(error) === 404;
      if (!left) throw error;
    }
  }
}

/** The same, and the library with it. False: it failed, which a notice says. */
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
