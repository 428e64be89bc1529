import { configureStore } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import type { Outside } from './outside.ts';
import { rootReducer, rootSaga } from './root.ts';

/** The whole application without a page: reducers and running sagas over a given outside. */
export function createStore(outside: Outside) {
  const sagas = createSagaMiddleware({ context: { ...outside } });
  const store = configureStore({
    reducer: rootReducer,
    // Logs and configs are large; checking them for frozenness and plainness on each action costs more than it finds.
    middleware: (defaults) => defaults({ thunk: false, serializableCheck: false, immutableCheck: false }).concat(sagas),
  });
  const running = sagas.run(rootSaga);
  return { ...store, stop: () => running.cancel() };
}
