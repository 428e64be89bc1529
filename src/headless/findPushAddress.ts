import type { Core } from '../api/client.ts';
import { codeOf } from '../api/error.ts';
import { pushKeyKey, readPushKey } from '../api/hlsPushKey.ts';
import { ingestId, METADATA_KEY } from '../api/processIds.ts';
import { networkFor } from '../features/gate/session/networkForChannel.ts';
import { coreInfoOf } from '../features/gate/session/slice.ts';
import type { RootState } from '../features/setup/index.ts';
import { pushAddress, pushOf } from '../media/address/pushAddress.ts';
import { parseIngestMetadata } from '../media/stored/metadata.ts';
import { checkArgument } from './checkArgument.ts';
import { HeadlessError } from './error.ts';
import type { PushTile } from './types.ts';

/**
 * For a channel that does not exist yet, assumes `setUpChannel` with this tile.
 * @throws HeadlessError `refused`, if no encoder pushes to this channel
 */
export async function findPushAddress(
  core: Core,
  { session }: Pick<RootState, 'session'>,
  channel: string,
  tile: PushTile,
): Promise<string> {
  const info = coreInfoOf(session);
  if (!info) throw new HeadlessError('login', 'Nobody is logged in');
  const stored = await core.processMetadata({ id: ingestId(channel), key: METADATA_KEY }).catch((error: unknown) => {
    if (codeOf(error) === 404) return null;
    throw error;
  });
  if (stored === null) checkArgument('newId', channel);
  const [video] = parseIngestMetadata(stored).sources;
  const push = stored === null ? { type: tile, name: '' } : video && pushOf(video);
  if (!push) throw new HeadlessError('refused', 'The source of this channel is not pushed to the server');
  const key = push.type === 'hls' ? readPushKey((await core.metadataAll())[pushKeyKey(channel)]) : null;
  const found = pushAddress(networkFor(info, channel), push, key);
  if (!found)
    throw new HeadlessError(
      'refused',
      `The ${push.type.toUpperCase()} server is off: it is switched on in the settings`,
    );
  return found.address;
}
