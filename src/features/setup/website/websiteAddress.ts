import { httpAddress } from '../../../media/address/channelAddresses.ts';
import { networkFor } from '../../gate/session/networkForChannel.ts';
import { coreInfoOf, type Session } from '../../gate/session/slice.ts';

/** Returns the address of the website; '' without a login. */
export function websiteAddress(session: Session): string {
  const coreInfo = coreInfoOf(session);
  return coreInfo ? `${httpAddress(networkFor(coreInfo, ''))}/` : '';
}

/** Whether CORS settings block the website's template frame, whose origin is "null". The default allows all origins. */
export function framesAreRefused(session: Session): boolean {
  const origins = coreInfoOf(session)?.config.storage?.cors?.origins ?? ['*'];
  return !origins.includes('*');
}
