import { configureStore, type Reducer } from '@reduxjs/toolkit';
import createSagaMiddleware, { type Task } from 'redux-saga';
import { gateReducer, gateSaga } from '../index.ts';
import type { Browser, Features, GateState, Host } from './host.ts';

/**
 * The whole application without a page: reducers and running sagas over a given host and browser. It begins with the
 * gate; the features behind it are opened by the first who is let in, or by `open` at any time before.
 */
export function createStore({ host, browser }: { host: Host; browser: Browser }) {
  const gate: Reducer<GateState> = gateReducer;
  const sagas = createSagaMiddleware();
  const store = configureStore({
    reducer: gate,
    // Logs and configs are large; checking them for frozenness and plainness on each action costs more than it finds.
    middleware: (defaults) => defaults({ thunk: false, serializableCheck: false, immutableCheck: false }).concat(sagas),
  });
  const running: Task[] = [];
  let opened = false;
  const open = (features: Features) => {
    if (opened) return features;
    opened = true;
    store.replaceReducer(features.reducer);
    running.push(sagas.run(features.saga));
    return features;
  };
  const loadFeatures = () => browser.loadFeatures().then(open);
  sagas.setContext({ ...host, ...browser, loadFeatures } satisfies Host & Browser);
  running.push(sagas.run(gateSaga));
  return {
    ...store,
    open,
    stop() {
      for (const task of running) task.cancel();
    },
  };
}
