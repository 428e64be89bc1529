import { useState } from 'react';
import { useStore } from 'react-redux';
import { agentScreens } from '../../features/agentScreens/index.ts';
import type { createStore } from '../../features/gate/store.ts';
import ScheduleScreen from '../../screens/ScheduleScreen.tsx';
import '../../ui/look/scheduleStyles.ts';
// Importing all screens keeps the bundler from splitting off shared parts.
import './screensChunk.ts';

const useAppStore = useStore.withTypes<ReturnType<typeof createStore>>();

export function OpenSchedule() {
  const store = useAppStore();
  useState(() => store.open([agentScreens]));
  return <ScheduleScreen />;
}
