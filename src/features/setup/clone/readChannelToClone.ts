import { call } from 'typed-redux-saga';
import { UNREAD } from '../../../api/answers/fieldSchemas.ts';
import type { Process } from '../../../api/answers/process.ts';
import { CoreError, unreadAnswer } from '../../../api/error.ts';
import { ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import type { ChannelProcess, ChannelToClone } from '../../../media/clone/cloneChannel.ts';
import { parseIngestMetadata, storedAs } from '../../../media/stored/metadata.ts';
import { host } from '../../gate/host/host.ts';
import { allMetadataIn, readableOf } from '../../shared/saving/readProcess.ts';

interface FoundChannel extends ChannelToClone {
  /** All processes of the core, with their configs. */
  all: readonly Process[];
}

/** Throws a CoreError or NewerMetadata if a part of the channel is unreadable, so that no clone lacks it. */
export function* readChannelToClone(channel: string) {
  const core = yield* host('core');
  const listed = yield* call(core.processes, { reference: channel, filter: 'config,metadata' });
  const processes = listed.map(readWhole);
  const ingest = processes.find(({ config }) => config.id === ingestId(channel));
  if (!ingest) throw new CoreError(404, msg('Main channel not found'));
  const found: FoundChannel = {
    channel,
    metadata: readableOf(storedAs(parseIngestMetadata, ingest.metadata[METADATA_KEY])),
    processes,
    global: yield* call(core.metadataAll),
    all: yield* call(core.processes, { filter: 'config' }),
  };
  return found;
}

function readWhole(process: Process): ChannelProcess {
  const metadata = allMetadataIn(process);
  const { config } = process;
  if (!config || config === UNREAD) throw unreadAnswer(`${process.id}.config`);
  return { config, metadata };
}
