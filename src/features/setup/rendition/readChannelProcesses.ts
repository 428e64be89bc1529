import { call, select } from 'typed-redux-saga';
import { UNREAD } from '../../../api/answers/fieldSchemas.ts';
import { CoreError } from '../../../api/error.ts';
import { ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { feedServers } from '../../../media/address/channelAddresses.ts';
import { parseIngestMetadata, storedAs } from '../../../media/stored/metadata.ts';
import { host } from '../../gate/host/host.ts';
import { networkFor } from '../../gate/session/networkForChannel.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { readableOf } from '../../shared/saving/readProcess.ts';
import { givenBy } from '../egress/publicationsAfterChannelChange.ts';
import type { RenditionChannel } from './sharedAndDuplicateEncodings.ts';

/** A channel and its processes as they are stored. Throws a CoreError, or an Error that says why. */
export function* readChannelProcesses(id: string) {
  const core = yield* host('core');
  const info = coreInfoOf((yield* select((state: WithSession) => state)).session);
  const processes = yield* call(core.processes, { reference: id, filter: 'config,state,metadata' });
  const own = processes.find((process) => process.id === ingestId(id));
  if (!info || !own || own.metadata === UNREAD) throw new CoreError(404, msg('Main channel not found'));
  const ingest = readableOf(storedAs(parseIngestMetadata, own.metadata?.[METADATA_KEY]));
  const network = networkFor(info, id);
  const channel: RenditionChannel = {
    id,
    given: givenBy(ingest, network),
    skills: info.skills,
    servers: feedServers(network),
  };
  return { channel, processes };
}
