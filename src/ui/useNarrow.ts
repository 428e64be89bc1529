import { useSyncExternalStore } from 'react';

const query = () => matchMedia('(max-width: 599px)');

const subscribe = (changed: () => void) => {
  const list = query();
  list.addEventListener('change', changed);
  return () => list.removeEventListener('change', changed);
};

/** Whether this is as narrow as a phone, where the styles change too. */
export const useNarrow = () => useSyncExternalStore(subscribe, () => query().matches);
