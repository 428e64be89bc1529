import { type ReactNode, use, useEffect } from 'react';
import { useStore } from 'react-redux';
import type { createStore } from '../../features/gate/store.ts';
import { NotLoaded } from './NotLoaded.tsx';

type AppStore = ReturnType<typeof createStore>;

const useAppStore = useStore.withTypes<AppStore>();

/** `use` needs the same promise on every render. */
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

/** Suspends until the setup wing is open, because the children dispatch to its sagas. */
export function OpenSetup({ children }: { children: ReactNode }) {
  return use(openingOf(useAppStore())) ? children : <NotOpened />;
}

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
