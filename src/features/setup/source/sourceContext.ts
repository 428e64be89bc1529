import { select } from 'typed-redux-saga';
import { ingestId } from '../../../api/processIds.ts';
import type { SourceContext } from '../../../catalog/form/defineCatalogEntry.ts';
import { corePorts } from '../../../media/address/listenPort.ts';
import { networkFor } from '../../gate/session/networkForChannel.ts';
import { type CoreInfo, coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import type { WithPorts } from '../heldPorts/slice.ts';

/** What sources and coders have to know of the core. */
export const sourceContextOf = (
  coreInfo: CoreInfo,
  channel: string,
  heldPorts: WithPorts['heldPorts'],
): SourceContext => ({
  ffmpeg: coreInfo.skills.ffmpeg,
  skills: coreInfo.skills,
  network: networkFor(coreInfo, channel),
  // What the channel has itself stays with it.
  taken: { core: corePorts(coreInfo.config), others: heldPorts.filter(({ id }) => id !== ingestId(channel)) },
});

export function* sourceContext(channel: string) {
  const { session, heldPorts } = yield* select((state: WithSession & WithPorts) => state);
  const coreInfo = coreInfoOf(session);
  if (!coreInfo) throw new Error('Not logged in');
  return sourceContextOf(coreInfo, channel, heldPorts);
}
