import { lanAddressesOf } from '../../../api/answers/lanAddresses.ts';
import { type Network, networkOf } from '../../../media/address/channelAddresses.ts';
import type { CoreInfo } from './slice.ts';

export const networkFor = (
  { about, config, address }: Pick<CoreInfo, 'about' | 'config' | 'address'>,
  channel: string,
): Network => networkOf({ config, page: new URL(address), channel, lan: lanAddressesOf(about) });
