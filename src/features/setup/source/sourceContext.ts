import { select } from 'typed-redux-saga';
import { ingestId } from '../../../api/processIds.ts';
import type { SourceContext } from '../../../catalog/form/defineCatalogEntry.ts';
import { corePorts } from '../../../media/address/listenPort.ts';
import { networkFor } from '../../gate/session/networkForChannel.ts';
import { type CoreInfo, coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import type { WithHeldPorts } from '../heldPorts/slice.ts';

export const sourceContextOf = (
  coreInfo: CoreInfo,
  channel: string,
  heldPorts: WithHeldPorts['heldPorts'],
): SourceContext => ({
  ffmpeg: coreInfo.skills.ffmpeg,
  skills: coreInfo.skills,
  extensions: coreInfo.about.extensions,
  network: networkFor(coreInfo, channel),
  // The channel may use its own ports.
  taken: { core: corePorts(coreInfo.config), others: heldPorts.filter(({ id }) => id !== ingestId(channel)) },
});

export function* sourceContext(channel: string) {
  const { session, heldPorts } = yield* select((state: WithSession & WithHeldPorts) => state);
  const coreInfo = coreInfoOf(session);
  if (!coreInfo) throw new Error('Not logged in');
  return sourceContextOf(coreInfo, channel, heldPorts);
}
