import type { UnknownAction } from '@reduxjs/toolkit';
import { reasonOf } from '../features/gate/host/catchSagaErrors.ts';
import type { Notice } from '../features/gate/notice/slice.ts';
import type { RootState } from '../features/setup/index.ts';
import { HeadlessError } from './error.ts';
import { inEnglish } from './inEnglish.ts';
import type { HeadlessErrorCode } from './types.ts';

export type WaitOutcome<T> = 'waiting' | { done: T } | { failed: string; code?: HeadlessErrorCode };

interface ObservedStore {
  dispatch(action: UnknownAction): unknown;
  getState(): RootState;
  subscribe(listener: () => void): () => void;
}

export function createPlace() {
  const listeners = new Set<() => void>();
  let path = '/';
  return {
    path: () => path,
    go(to: string) {
      path = to;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
type Place = ReturnType<typeof createPlace>;

export interface Attempt<T> {
  ask?: readonly UnknownAction[];
  outcome(state: RootState, path: string): WaitOutcome<T>;
  patienceMs: number;
  /** Message of a timeout, followed by "within 30 s"; "Nothing came of it" by default. */
  late?: string;
  /** Ignores errors in the store, which may be temporary or about something else. */
  calm?: true;
}

export interface Operator extends Pick<ObservedStore, 'dispatch' | 'getState'> {
  /** Rejects when the store shows an error, unless `calm`. */
  attempt<T>(attempt: Attempt<T>): Promise<T>;
  go(path: string): void;
}

export const STOPPED = 'It was stopped';

export const toHeadlessError = (error: unknown): HeadlessError =>
  error instanceof HeadlessError ? error : new HeadlessError('refused', reasonOf(error), { cause: error });

const noticeText = ({ text, values }: Notice) =>
  inEnglish(
    text,
    values.map((value) => (typeof value === 'string' ? value : value.text)),
  );

export function createOperator(store: ObservedStore, place: Place) {
  const waiting = new Set<(why: Error) => void>();
  let left = false;

  function attempt<T>({ ask = [], outcome, patienceMs, late = 'Nothing came of it', calm }: Attempt<T>): Promise<T> {
    // After `leave`, nothing can happen any more.
    if (left) return Promise.reject(new HeadlessError('stopped', STOPPED));
    const first = store.getState().notice.next;
    const gateCode = (): HeadlessErrorCode | null => {
      const { connection, session } = store.getState();
      if (connection.status === 'lost') return 'unreachable';
      return session.status === 'login' ? 'login' : null;
    };
    const newest = (tones: readonly Notice['tone'][]) => {
      const notice = store.getState().notice.shown.findLast(({ id, tone }) => id >= first && tones.includes(tone));
      return notice && noticeText(notice);
    };
    return new Promise<T>((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        for (const unsubscribe of subscribed) unsubscribe();
        waiting.delete(fail);
      };
      const fail = (why: Error) => {
        end();
        reject(why);
      };
      // The notice with the reason follows the state change.
      const failFor = (reason: string, code: HeadlessErrorCode = 'refused') => {
        end();
        queueMicrotask(() => {
          const warning = newest(['warning']);
          const message = newest(['error']) ?? (warning === undefined ? reason : `${reason} (${warning})`);
          reject(new HeadlessError(gateCode() ?? code, message));
        });
      };
      const check = () => {
        try {
          const found = outcome(store.getState(), place.path());
          if (found === 'waiting') {
            const error = newest(['error']);
            if (error !== undefined && !calm) failFor(error);
          } else if ('failed' in found) failFor(found.failed, found.code);
          else {
            end();
            resolve(found.done);
          }
        } catch (error) {
          // Otherwise the error would end the saga of the current action.
          fail(toHeadlessError(error));
        }
      };
      const timer = setTimeout(() => failFor(`${late} within ${patienceMs / 1000} s`, 'timeout'), patienceMs);
      // States between these actions are no outcome.
      for (const action of ask) store.dispatch(action);
      const subscribed = [store.subscribe(check), place.subscribe(check)];
      waiting.add(fail);
      check();
    });
  }

  const operator: Operator = { dispatch: store.dispatch, getState: store.getState, attempt, go: place.go };
  return {
    operator,
    leave() {
      left = true;
      for (const fail of waiting) fail(new HeadlessError('stopped', STOPPED));
    },
  };
}
