import { call } from 'typed-redux-saga';
import type { Process, ProcessConfig } from '../../../api/answers/process.ts';
import { CoreError } from '../../../api/error.ts';
import { ingestId, isEgress, METADATA_KEY, renditionOf } from '../../../api/processIds.ts';
import { type IngestMetadata, parseIngestMetadata, storedAs } from '../../../media/stored/metadata.ts';
import { host } from '../../gate/host/host.ts';
import { readableOf, readProcess } from '../../shared/saving/readProcess.ts';

export interface HeldChannel {
  metadata: IngestMetadata;
  /** null: unreadable. */
  process: ProcessConfig | null;
  /** Includes renditions, with config and metadata; null: the core did not respond. */
  publications: readonly Process[] | null;
}

/** Returns null if the channel was never set up. Throws a CoreError or NewerMetadata. */
export function* readChannel(channel: string) {
  const process = yield* call(readProcess, ingestId(channel));
  const metadata = process && readableOf(storedAs(parseIngestMetadata, process.metadata[METADATA_KEY]));
  if (!metadata) return null;
  const found: HeldChannel = { metadata, process: process.config, publications: yield* publicationsOn(channel) };
  return found;
}

/** A failure is ignored, because they only serve to predict the effect of a save. */
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
