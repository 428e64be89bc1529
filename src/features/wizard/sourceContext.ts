import { select } from 'typed-redux-saga';
import type { SourceContext } from '../../catalog/define.ts';
import { networkAround } from '../session/network.ts';
import { type Premises, premisesOf, type WithSession } from '../session/slice.ts';

/** What sources and coders have to know of the core. */
export const contextOf = (premises: Premises, channel: string): SourceContext => ({
  ffmpeg: premises.skills.ffmpeg,
  skills: premises.skills,
  network: networkAround(premises, channel),
});

export function* surroundings(channel: string) {
  const premises = yield* select((state: WithSession) => premisesOf(state.session));
  if (!premises) throw new Error('Not logged in');
  return contextOf(premises, channel);
}
