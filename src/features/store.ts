import { configureStore, type Reducer } from '@reduxjs/toolkit';
import createSagaMiddleware, { type Task } from 'redux-saga';
import { type AppState, gateReducer, gateSaga } from './gate.ts';
import type { Features, Host } from './host.ts';

/**
 * The whole application without a page: reducers and running sagas over a given outside. It begins with the gate; the
 * rooms behind it are opened by the first who is let in, or by `open` at any time before.
 */
export function createStore(outside: Host) {
  const gate: Reducer<AppState> = gateReducer;
  const sagas = createSagaMiddleware();
  const store = configureStore({
    reducer: gate,
    // Logs and configs are large; checking them for frozenness and plainness on each action costs more than it finds.
    middleware: (defaults) => defaults({ thunk: false, serializableCheck: false, immutableCheck: false }).concat(sagas),
  });
  const running: Task[] = [];
  let opened = false;
  const open = (rooms: Features) => {
    if (opened) return rooms;
    opened = true;
    store.replaceReducer((state, action) => rooms.reducer(state, action));
    running.push(sagas.run(rooms.saga));
    return rooms;
  };
  sagas.setContext({ ...outside, loadFeatures: () => outside.loadFeatures().then(open) } satisfies Host);
  running.push(sagas.run(gateSaga));
  return {
    ...store,
    open,
    stop() {
      for (const task of running) task.cancel();
    },
  };
}
