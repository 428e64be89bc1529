import { call } from 'typed-redux-saga';
import { channelOfIngest, METADATA_KEY } from '../../api/ids.ts';
import { parseIngestMetadata } from '../../media/metadata.ts';
import { viewedChannel } from '../../viewer/channel.ts';
import type { ListedChannel } from '../../viewer/website/data.ts';
import { egressesIn } from '../channel/discover.ts';
import { host } from '../host.ts';

/** All channels with an ingest on the core, by name, as viewers may see them. Throws a CoreError. */
export function* listedChannels() {
  const core = yield* host('core');
  const processes = yield* call(core.processes, { filter: 'metadata' });
  const listed = processes.flatMap(({ id, reference, metadata }): ListedChannel[] => {
    const channel = channelOfIngest(id);
    if (channel === null || channel !== reference) return [];
    const viewed = viewedChannel(channel, parseIngestMetadata(metadata?.[METADATA_KEY]));
    return [{ ...viewed, egresses: Object.keys(egressesIn(processes, channel)) }];
  });
  return listed.sort((a, b) => a.name.localeCompare(b.name, undefined, { sensitivity: 'base' }));
}
