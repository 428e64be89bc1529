import { useState } from 'react';
import { useStore } from 'react-redux';
import { agentScreens } from '../../features/agentScreens/index.ts';
import type { createStore } from '../../features/gate/store.ts';
import TokensScreen from '../../screens/TokensScreen.tsx';
// The bundler would split off what both share, if this did not import all of the screens.
import './screensChunk.ts';

const useAppStore = useStore.withTypes<ReturnType<typeof createStore>>();

/** The screen, once its wing is open. */
export function OpenTokens() {
  const store = useAppStore();
  useState(() => store.open([agentScreens]));
  return <TokensScreen />;
}
