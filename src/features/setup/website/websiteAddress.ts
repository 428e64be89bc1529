import { httpAddress } from '../../../media/address/channelAddresses.ts';
import { networkFor } from '../../gate/session/networkForChannel.ts';
import { coreInfoOf, type Session } from '../../gate/session/slice.ts';

/** The first page, as viewers type it; '' while nobody is logged in. */
export function websiteAddress(session: Session): string {
  const coreInfo = coreInfoOf(session);
  return coreInfo ? `${httpAddress(networkFor(coreInfo, ''))}/` : '';
}

/** A page in a frame without an origin asks as "null", which no core lets anybody list. By default everybody may. */
export function framesAreRefused(session: Session): boolean {
  const origins = coreInfoOf(session)?.config.storage?.cors?.origins ?? ['*'];
  return !origins.includes('*');
}
