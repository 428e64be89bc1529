import { serviceOf } from '../../../catalog/services/index.ts';
import { coreInfoOf, type WithSession } from '../../session/slice.ts';
import type { FormContext } from './decide.ts';
import type { ChannelContext, Target } from './slice.ts';

/** null where nobody is logged in, or for a service that this version does not know. */
export function formContextOf(
  { session }: WithSession,
  { channel, service: id }: Target,
  given: ChannelContext,
): FormContext | null {
  const skills = coreInfoOf(session)?.skills;
  const service = serviceOf(id);
  return skills && service ? { channel, service, skills, streams: given.streams, meta: given.meta } : null;
}
