import { call, select } from 'typed-redux-saga';
import { channelOfIngest, ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import { pushName, pushOf } from '../../../media/address/pushAddress.ts';
import { parseIngestMetadata } from '../../../media/stored/metadata.ts';
import { host } from '../../gate/host/host.ts';
import type { WithChannels } from '../../live/channel/slice.ts';
import { metadataIn } from '../../shared/saving/readProcess.ts';

/** What other channels wait for, and what the server is sent by them. Throws a CoreError. */
export function* namesInUse() {
  const core = yield* host('core');
  const { list } = yield* select(({ channel }: WithChannels) => channel);
  const known = list.filter(({ available }) => available).map(({ id }) => id);
  if (known.length === 0) return [];
  const held = yield* call(core.processes, { id: known.map(ingestId).join(','), filter: 'metadata' });
  return held.flatMap((process) => {
    const channel = channelOfIngest(process.id);
    if (channel === null) return [];
    const { sources } = parseIngestMetadata(metadataIn(process)[METADATA_KEY]);
    const pushed = sources.flatMap((source) => {
      const push = pushOf(source);
      return push ? [pushName(channel, push)] : [];
    });
    return [channel, `${channel}.stream`, ...pushed];
  });
}
