import { call, select } from 'typed-redux-saga';
import { host } from '../../gate/host/host.ts';
import type { WithChannels } from '../../live/channel/slice.ts';
import { renditionsOf } from '../../live/publication/selectors.ts';
import { renditionsAmong } from '../egress/renditionsAfterChannelChange.ts';

/** What there is to be passed on; undefined: nothing. Asked only where there is some, as far as is known. */
export function* findRenditions(channel: string, needed: boolean) {
  const core = yield* host('core');
  const known = yield* select((state: WithChannels) => renditionsOf(state, channel));
  if (!needed && Object.keys(known).length === 0) return undefined;
  return renditionsAmong(yield* call(core.processes, { reference: channel, filter: 'metadata' }), channel);
}
