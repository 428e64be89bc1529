import { lazy } from 'react';
import { componentOf } from './loadScreens.ts';
import { retryImport } from './retryImport.ts';

const loadHistory = () => retryImport(() => import('./historyChunk.ts'));

const Screen = lazy(componentOf(loadHistory, (chunk) => chunk.HistoryScreen));

/** The charts are larger than most screens, so they come with the first look at them. */
export const LazyHistoryScreen = () => <Screen />;
