import { type ReactNode, use, useEffect } from 'react';
import { useStore } from 'react-redux';
import type { createStore } from '../../features/gate/store.ts';
import { NotLoaded } from './NotLoaded.tsx';

type AppStore = ReturnType<typeof createStore>;

const useAppStore = useStore.withTypes<AppStore>();

/** Whether the wing could be opened. React asks again and again, and wants the same promise. */
const openings = new WeakMap<AppStore, Promise<boolean>>();

function openingOf(store: AppStore): Promise<boolean> {
  const opening =
    openings.get(store) ??
    store.loadSetup().then(
      () => true,
      () => false,
    );
  openings.set(store, opening);
  return opening;
}

/** Its children are shown once the setup wing is open, as they dispatch to its sagas. Suspends until then. */
export function OpenSetup({ children }: { children: ReactNode }) {
  return use(openingOf(useAppStore())) ? children : <NotOpened />;
}

/** Tries again for whoever leaves it and comes back. */
function NotOpened() {
  const store = useAppStore();
  useEffect(
    () => () => {
      openings.delete(store);
    },
    [store],
  );
  return <NotLoaded />;
}
