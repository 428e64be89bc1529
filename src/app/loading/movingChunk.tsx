import { useState } from 'react';
import { useStore } from 'react-redux';
import type { createStore } from '../../features/gate/store.ts';
import { moving } from '../../features/moving/index.ts';
import MovingScreen from '../../screens/MovingScreen.tsx';
// Importing all screens keeps the bundler from splitting off shared parts.
import './screensChunk.ts';

const useAppStore = useStore.withTypes<ReturnType<typeof createStore>>();

export function OpenMoving() {
  const store = useAppStore();
  useState(() => store.open([moving]));
  return <MovingScreen />;
}
