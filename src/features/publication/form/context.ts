import { serviceOf } from '../../../catalog/services/index.ts';
import { storedService } from '../../../catalog/storedService.ts';
import type { FormContext } from '../../egress/decide.ts';
import { coreInfoOf, type WithSession } from '../../session/slice.ts';
import type { FoundPublication, Target } from './slice.ts';

/** null where nobody is logged in. */
export function formContextOf(
  { session }: WithSession,
  { channel, service: id }: Pick<Target, 'channel' | 'service'>,
  { channel: { streams, meta }, ...stored }: FoundPublication,
): FormContext | null {
  const skills = coreInfoOf(session)?.skills;
  const known = serviceOf(id);
  const service = known ?? storedService(id, stored.metadata, streams);
  return skills ? { channel, service, skills, streams, meta, kept: known ? null : stored } : null;
}
