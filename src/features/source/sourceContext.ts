import { select } from 'typed-redux-saga';
import type { SourceContext } from '../../catalog/define.ts';
import { networkFor } from '../session/network.ts';
import { type CoreInfo, coreInfoOf, type WithSession } from '../session/slice.ts';

/** What sources and coders have to know of the core. */
export const sourceContextOf = (coreInfo: CoreInfo, channel: string): SourceContext => ({
  ffmpeg: coreInfo.skills.ffmpeg,
  skills: coreInfo.skills,
  network: networkFor(coreInfo, channel),
});

export function* sourceContext(channel: string) {
  const coreInfo = yield* select((state: WithSession) => coreInfoOf(state.session));
  if (!coreInfo) throw new Error('Not logged in');
  return sourceContextOf(coreInfo, channel);
}
