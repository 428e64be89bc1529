import { lanAddressesOf } from '../../../api/answers/lanAddresses.ts';
import { type Network, networkOf } from '../../../media/address/channelAddresses.ts';
import type { CoreInfo } from './slice.ts';

/** Where the core is for viewers and encoders, by its config and the address at which we reach it. */
export const networkFor = (
  { about, config, address }: Pick<CoreInfo, 'about' | 'config' | 'address'>,
  channel: string,
): Network => networkOf({ config, page: new URL(address), channel, lan: lanAddressesOf(about) });
