import { call } from 'typed-redux-saga';
import type { Process, ProcessConfig } from '../../../api/answers/process.ts';
import { CoreError } from '../../../api/error.ts';
import { ingestId, isEgress, METADATA_KEY, renditionOf } from '../../../api/processIds.ts';
import { type IngestMetadata, parseIngestMetadata, storedAs } from '../../../media/stored/metadata.ts';
import { host } from '../../gate/host/host.ts';
import { readableOf, readProcess } from '../../shared/saving/readProcess.ts';

/** A channel as the core has it. */
export interface HeldChannel {
  metadata: IngestMetadata;
  /** null: not to be read. */
  process: ProcessConfig | null;
  /** And its renditions, with config and metadata; null: the core did not tell. */
  publications: readonly Process[] | null;
}

/** null: it was never set up. Throws a CoreError, or NewerMetadata. */
export function* readChannel(channel: string) {
  const held = yield* call(readProcess, ingestId(channel));
  const metadata = held && readableOf(storedAs(parseIngestMetadata, held.metadata[METADATA_KEY]));
  if (!metadata) return null;
  const found: HeldChannel = { metadata, process: held.config, publications: yield* publicationsOn(channel) };
  return found;
}

/** They only predict the effect of a save; without them the rest still works. */
function* publicationsOn(channel: string) {
  const core = yield* host('core');
  try {
    const processes = yield* call(core.processes, { reference: channel, filter: 'config,metadata' });
    return processes.filter(({ id, reference }) => reference === channel && (isEgress(id) || renditionOf(id) !== null));
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    return null;
  }
}
