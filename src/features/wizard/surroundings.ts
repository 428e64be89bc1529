import { select } from 'typed-redux-saga';
import type { SourceContext } from '../../catalog/define.ts';
import { networkHere } from '../ingest/upsert.ts';
import type { WithSession } from '../session/slice.ts';

/** What sources and coders have to know of the core. */
export function* surroundings(channel: string) {
  const session = yield* select((state: WithSession) => state.session);
  if (session.phase !== 'ready') throw new Error('Not logged in');
  const network = yield* networkHere(channel);
  const context: SourceContext = { ffmpeg: session.skills.ffmpeg, skills: session.skills, network };
  return context;
}
