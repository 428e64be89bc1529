import { call, select } from 'typed-redux-saga';
import { RENDITION_KEY, renditionOf } from '../../../api/ids.ts';
import { parseRenditionMetadata } from '../../../media/metadata.ts';
import type { WithChannels } from '../../channel/slice.ts';
import { host } from '../../host.ts';
import { metadataIn } from '../../read.ts';
import { renditionsOf } from '../list/selectors.ts';
import type { FoundRendition } from './slice.ts';

/** What there is to be passed on; undefined: nothing. Asked only where there is some, as far as is known. */
export function* findRenditions(channel: string, needed: boolean) {
  const core = yield* host('core');
  const known = yield* select((state: WithChannels) => renditionsOf(state, channel));
  if (!needed && Object.keys(known).length === 0) return undefined;
  const processes = yield* call(core.processes, { reference: channel, filter: 'metadata' });
  return processes.flatMap((process): FoundRendition[] => {
    const { uuid, channel: of } = renditionOf(process.id) ?? {};
    if (!uuid || of !== channel) return [];
    const { name, feed, streams, profile } = parseRenditionMetadata(metadataIn(process)[RENDITION_KEY]);
    return [{ uuid, name, feed, streams, profile }];
  });
}
