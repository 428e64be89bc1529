import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import type { Network } from '../../../media/address/channelAddresses.ts';
import { networkFor } from '../../gate/session/networkForChannel.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';

export function useChannelNetwork(channel: string): Network | null {
  const coreInfo = useSelector(({ session }: WithSession) => coreInfoOf(session));
  return useMemo(() => coreInfo && networkFor(coreInfo, channel), [coreInfo, channel]);
}
