import { type ReactNode, use } from 'react';
import { useStore } from 'react-redux';
import type { createStore } from '../../features/gate/store.ts';

const useAppStore = useStore.withTypes<ReturnType<typeof createStore>>();

/** Its children are shown once the setup wing is open, as they dispatch to its sagas. Suspends until then. */
export function OpenSetup({ children }: { children: ReactNode }) {
  use(useAppStore().loadSetup());
  return children;
}
