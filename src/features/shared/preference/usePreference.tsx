import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { preferenceChosen, preferencesOpened, type WithPreferences } from './slice.ts';

/** The stored value, undefined until it is chosen, and a function that stores another one. */
export function usePreference(key: string): readonly [string | undefined, (value: string) => void] {
  const dispatch = useDispatch();
  useEffect(() => {
    dispatch(preferencesOpened([key]));
  }, [dispatch, key]);
  const value = useSelector(({ preference }: WithPreferences) => preference[key]);
  return [value, (chosen) => dispatch(preferenceChosen({ key, value: chosen }))];
}
