import { combineReducers, configureStore } from '@reduxjs/toolkit';
import createSagaMiddleware, { type Task } from 'redux-saga';
import type { Mask } from '../../media/masking/maskedText.ts';
import type { AnyReducer, Wing } from '../wing.ts';
import { connectionFeature } from './connection/feature.ts';
import type { Browser, Host } from './host/host.ts';
import { gate } from './index.ts';
import { replaceMask } from './mask.ts';
import { noticeFeature } from './notice/feature.ts';
import { sessionFeature } from './session/feature.ts';
import { loggedOut } from './session/slice.ts';

/** Resets its state on logout. */
const untilLogout =
  (reduce: AnyReducer): AnyReducer =>
  (state, action) =>
    reduce(loggedOut.match(action) ? undefined : state, action);

/**
 * Creates the application without a page. Other wings open once, on demand. `mask` applies before the live wing brings
 * the complete rules.
 */
export function createStore({ host, browser, mask }: { host: Host; browser: Browser; mask?: Mask }) {
  if (mask) replaceMask(mask);
  const { notice } = noticeFeature.reducers;
  const fromTheStart = {
    ...sessionFeature.reducers,
    ...connectionFeature.reducers,
    // Ids continue, because a saga may wait for the next notice.
    notice: ((state, action) =>
      notice(state && loggedOut.match(action) ? { ...state, shown: [] } : state, action)) satisfies typeof notice,
  };
  let added: Readonly<Record<string, AnyReducer>> = {};
  const sagas = createSagaMiddleware();
  const store = configureStore({
    reducer: combineReducers(fromTheStart),
    // Logs and configs are too large for these checks on each action.
    middleware: (defaults) => defaults({ thunk: false, serializableCheck: false, immutableCheck: false }).concat(sagas),
  });
  const running: Task[] = [];
  const opened = new Set<Wing>();
  const run = (wing: Wing) => {
    for (const { saga } of wing) if (saga) running.push(sagas.run(saga));
  };
  const open = (wings: readonly Wing[]) => {
    for (const wing of wings.filter((item) => !opened.has(item))) {
      opened.add(wing);
      for (const { reducers, outlivesLogout } of wing) {
        for (const [key, reduce] of Object.entries(reducers)) {
          added = { ...added, [key]: outlivesLogout ? reduce : untilLogout(reduce) };
        }
      }
      store.replaceReducer(combineReducers({ ...added, ...fromTheStart }));
      run(wing);
    }
  };
  const loadLive: Browser['loadLive'] = async () => {
    const chunk = await browser.loadLive();
    replaceMask(chunk.mask);
    sagas.setContext(chunk);
    open(chunk.wings);
    return chunk;
  };
  const loadSetup: Browser['loadSetup'] = async () => {
    const chunk = await browser.loadSetup();
    open(chunk.wings);
    return chunk;
  };
  sagas.setContext({ ...host, ...browser, loadLive, loadSetup } satisfies Host & Browser);
  run(gate);
  return {
    ...store,
    open,
    /** Opens the setup wing. Rejects if the chunk cannot be fetched, and can be retried. */
    loadSetup,
    runSaga: sagas.run,
    stop() {
      for (const task of running) task.cancel();
    },
  };
}
