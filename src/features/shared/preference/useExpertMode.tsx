import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { preferencesOpened, type WithPreferences } from './slice.ts';

/** The key of a switch in the settings (`settingsTabs/general.ts`). */
const EXPERT_KEY = 'expert';

export function useExpertMode(): boolean {
  const dispatch = useDispatch();
  useEffect(() => {
    dispatch(preferencesOpened([EXPERT_KEY]));
  }, [dispatch]);
  return useSelector(({ preference }: WithPreferences) => preference[EXPERT_KEY]) === 'true';
}
