import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import type { SourceContext } from '../../../catalog/form/defineCatalogEntry.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import type { WithHeldPorts } from '../heldPorts/slice.ts';
import { sourceContextOf } from './sourceContext.ts';

/** Returns the facts about the core for sources and coders. Throws without a login. */
export function useSourceContext(channel: string): SourceContext {
  const coreInfo = useSelector(({ session }: WithSession) => coreInfoOf(session));
  if (!coreInfo) throw new Error('Not logged in');
  const heldPorts = useSelector((state: WithHeldPorts) => state.heldPorts);
  return useMemo(() => sourceContextOf(coreInfo, channel, heldPorts), [coreInfo, channel, heldPorts]);
}
