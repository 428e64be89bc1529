import { useState } from 'react';
import { useStore } from 'react-redux';
import type { createStore } from '../../features/gate/store.ts';
import { versions } from '../../features/versions/index.ts';
import VersionsScreen from '../../screens/VersionsScreen.tsx';
// Importing the chunks before it keeps the bundler from splitting off shared parts.
import './recorderChunk.ts';
import './screensChunk.ts';

export { undoSave } from '../../features/versions/revision/saga.ts';

const useAppStore = useStore.withTypes<ReturnType<typeof createStore>>();

export function OpenVersions() {
  const store = useAppStore();
  useState(() => store.open([versions]));
  return <VersionsScreen />;
}
