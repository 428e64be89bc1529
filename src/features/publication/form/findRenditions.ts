import { call, select } from 'typed-redux-saga';
import type { WithChannels } from '../../channel/slice.ts';
import { renditionsAmong } from '../../egress/renditionsAfterChannelChange.ts';
import { host } from '../../runtime/host.ts';
import { renditionsOf } from '../list/selectors.ts';

/** What there is to be passed on; undefined: nothing. Asked only where there is some, as far as is known. */
export function* findRenditions(channel: string, needed: boolean) {
  const core = yield* host('core');
  const known = yield* select((state: WithChannels) => renditionsOf(state, channel));
  if (!needed && Object.keys(known).length === 0) return undefined;
  return renditionsAmong(yield* call(core.processes, { reference: channel, filter: 'metadata' }), channel);
}
