import { useState } from 'react';
import { useStore } from 'react-redux';
import { agentScreens } from '../../features/agentScreens/index.ts';
import type { createStore } from '../../features/gate/store.ts';
import AlarmsScreen from '../../screens/AlarmsScreen.tsx';
import { OpenSetup } from './OpenSetup.tsx';
// The bundler would split off what both share, if this did not import all of the screens.
import './screensChunk.ts';

const useAppStore = useStore.withTypes<ReturnType<typeof createStore>>();

/** The screen, once its wing and those before it are open. */
export const OpenAlarms = () => (
  <OpenSetup>
    <WithWing />
  </OpenSetup>
);

function WithWing() {
  const store = useAppStore();
  useState(() => store.open([agentScreens]));
  return <AlarmsScreen />;
}
