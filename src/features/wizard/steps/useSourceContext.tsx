import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import type { SourceContext } from '../../../catalog/define.ts';
import { premisesOf, type WithSession } from '../../session/slice.ts';
import { contextOf } from '../sourceContext.ts';

/** What sources and coders have to know of the core. Throws where nobody is logged in: the gate shows no wizard then. */
export function useSurroundings(channel: string): SourceContext {
  const premises = useSelector(({ session }: WithSession) => premisesOf(session));
  if (!premises) throw new Error('Not logged in');
  return useMemo(() => contextOf(premises, channel), [premises, channel]);
}
