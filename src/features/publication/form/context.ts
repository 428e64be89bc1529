import { serviceOf } from '../../../catalog/services/index.ts';
import { premisesOf, type WithSession } from '../../session/slice.ts';
import type { Ground } from './decide.ts';
import type { Given, Target } from './slice.ts';

/** null where nobody is logged in, or for a service that this version does not know. */
export function groundOf({ session }: WithSession, { channel, service: id }: Target, given: Given): Ground | null {
  const skills = premisesOf(session)?.skills;
  const service = serviceOf(id);
  return skills && service ? { channel, service, skills, streams: given.streams, meta: given.meta } : null;
}
