import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import type { RootState } from '../root.ts';
import type { Ground } from './decide.ts';
import type { OpenForm } from './form.ts';
import { groundOf } from './ground.ts';

/** null where nobody is logged in. */
export function useGround({ target, given }: OpenForm): Ground | null {
  const session = useSelector((state: RootState) => state.session);
  return useMemo(() => groundOf({ session }, target, given), [session, target, given]);
}
