import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { listenPortOf } from '../../../media/address/listenPort.ts';
import type { Source } from '../../../media/encoding/profile.ts';
import { portsWanted } from './slice.ts';

export function useFetchHeldPorts({ settings: { address } }: Source) {
  const dispatch = useDispatch();
  const waits = typeof address === 'string' && listenPortOf(address) !== null;
  useEffect(() => {
    if (waits) dispatch(portsWanted());
  }, [dispatch, waits]);
}
