import { useSyncExternalStore } from 'react';

const subscribe = (changed: () => void) => {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
};

/** Whether anybody can see this tab. */
export const useVisible = () => useSyncExternalStore(subscribe, () => !document.hidden);
