import { type ReactNode, use, useEffect } from 'react';
import { useStore } from 'react-redux';
import type { createStore } from '../../features/gate/store.ts';
import { NotLoaded } from './NotLoaded.tsx';

const useAppStore = useStore.withTypes<ReturnType<typeof createStore>>();

/** Its children are shown once the setup wing is open, as they dispatch to its sagas. Suspends until then. */
export function OpenSetup({ children }: { children: ReactNode }) {
  return use(useAppStore().isSetupOpened()) ? children : <NotOpened />;
}

/** Tries again for whoever leaves it and comes back. */
function NotOpened() {
  const { forgetSetup } = useAppStore();
  useEffect(() => forgetSetup, [forgetSetup]);
  return <NotLoaded />;
}
