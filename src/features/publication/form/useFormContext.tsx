import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import type { RootState } from '../../features.ts';
import { groundOf } from './context.ts';
import type { Ground } from './decide.ts';
import type { OpenForm } from './slice.ts';

/** null where nobody is logged in. */
export function useGround({ target, given }: OpenForm): Ground | null {
  const session = useSelector((state: RootState) => state.session);
  return useMemo(() => groundOf({ session }, target, given), [session, target, given]);
}
