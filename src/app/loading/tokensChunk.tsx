import { useState } from 'react';
import { useStore } from 'react-redux';
import { agentScreens } from '../../features/agentScreens/index.ts';
import type { createStore } from '../../features/gate/store.ts';
import TokensScreen from '../../screens/TokensScreen.tsx';
// Importing all screens keeps the bundler from splitting off shared parts.
import './screensChunk.ts';

const useAppStore = useStore.withTypes<ReturnType<typeof createStore>>();

export function OpenTokens() {
  const store = useAppStore();
  useState(() => store.open([agentScreens]));
  return <TokensScreen />;
}
