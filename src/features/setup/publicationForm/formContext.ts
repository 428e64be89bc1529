import { serviceOf } from '../../../catalog/services/index.ts';
import { unknownService } from '../../../catalog/unknownService.ts';
import { networkFor } from '../../gate/session/serverAddressesForChannel.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { feedsOf } from '../egress/egressControlForm.ts';
import type { FormContext } from '../egress/publicationDraft.ts';
import type { FoundPublication, PublicationTarget } from './slice.ts';

/**
 * null where nobody is logged in.
 * @param passesOn the rendition that it reads in place of the channel
 */
export function formContextOf(
  { session }: WithSession,
  { channel, service: id }: Pick<PublicationTarget, 'channel' | 'service'>,
  { channel: { streams: own, meta, control }, renditions = [], ...stored }: FoundPublication,
  passesOn = stored.metadata.control.source.rendition,
): FormContext | null {
  const info = coreInfoOf(session);
  if (!info) return null;
  const { skills } = info;
  const rendition = renditions.find(({ uuid }) => uuid === passesOn);
  const streams = rendition?.streams ?? own;
  const known = serviceOf(id);
  const service = known ?? unknownService(id, stored.metadata, streams);
  const feeds: FormContext['feeds'] = rendition ? [rendition.feed] : feedsOf(control, networkFor(info, channel));
  return { channel, service, skills, streams, meta, feeds, kept: known ? null : stored };
}
