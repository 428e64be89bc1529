import { call } from 'typed-redux-saga';
import { codeOf } from '../api/error.ts';
import { ingestId, METADATA_KEY } from '../api/ids.ts';
import { parseIngestMetadata } from '../media/metadata.ts';
import { host } from './host.ts';

/** What is stored with the ingest of a channel; null: there is no such channel. Throws a CoreError. */
export function* storedIngest(channel: string) {
  const core = yield* host('core');
  try {
    const { metadata } = yield* call(core.process, { id: ingestId(channel), filter: 'metadata' });
    return parseIngestMetadata(metadata?.[METADATA_KEY]);
  } catch (error) {
    if (codeOf(error) === 404) return null;
    throw error;
  }
}
