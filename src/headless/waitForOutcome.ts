import type { UnknownAction } from '@reduxjs/toolkit';
import { reasonOf } from '../features/gate/host/catchSagaErrors.ts';
import type { Notice } from '../features/gate/notice/slice.ts';
import type { RootState } from '../features/setup/index.ts';
import { HeadlessError } from './error.ts';
import { inEnglish } from './inEnglish.ts';
import type { HeadlessErrorCode } from './types.ts';

/** What became of something, by the state of the store. */
export type WaitOutcome<T> = 'waiting' | { done: T } | { failed: string; code?: HeadlessErrorCode };

interface ObservedStore {
  dispatch(action: UnknownAction): unknown;
  getState(): RootState;
  subscribe(listener: () => void): () => void;
}

/** Where a page would be. */
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

/** What was asked for, how it ends, and how long that may take. */
export interface Attempt<T> {
  ask?: readonly UnknownAction[];
  outcome(state: RootState, path: string): WaitOutcome<T>;
  patienceMs: number;
  /** What is said when that time is over, before "within 30 s"; "Nothing came of it" where none is given. */
  late?: string;
  /** Goes on waiting when the store shows an error: it may be about something else, or pass. */
  calm?: true;
}

export interface Operator extends Pick<ObservedStore, 'dispatch' | 'getState'> {
  /** Resolves or rejects when the store says what came of it; an error that the store shows meanwhile ends it as well. */
  attempt<T>(attempt: Attempt<T>): Promise<T>;
  go(path: string): void;
}

export const STOPPED = 'It was stopped';

/** Whatever was thrown. */
export const toHeadlessError = (error: unknown): HeadlessError =>
  error instanceof HeadlessError ? error : new HeadlessError('refused', reasonOf(error), { cause: error });

const saidBy = ({ text, values }: Notice) =>
  inEnglish(
    text,
    values.map((value) => (typeof value === 'string' ? value : value.text)),
  );

/** Somebody who looks at the store and waits. `leave` ends all waiting. */
export function createOperator(store: ObservedStore, place: Place) {
  const waiting = new Set<(why: Error) => void>();
  let left = false;

  function attempt<T>({ ask = [], outcome, patienceMs, late = 'Nothing came of it', calm }: Attempt<T>): Promise<T> {
    // Nothing happens any more that could be waited for.
    if (left) return Promise.reject(new HeadlessError('stopped', STOPPED));
    const first = store.getState().notice.next;
    /** Without the core or a login, nothing comes of it any more. */
    const gateCode = (): HeadlessErrorCode | null => {
      const { connection, session } = store.getState();
      if (connection.status === 'lost') return 'unreachable';
      return session.status === 'login' ? 'login' : null;
    };
    const newest = (tones: readonly Notice['tone'][]) => {
      const notice = store.getState().notice.shown.findLast(({ id, tone }) => id >= first && tones.includes(tone));
      return notice && saidBy(notice);
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
      // The notice that says why comes right after the state that says that.
      const failFor = (reason: string, code: HeadlessErrorCode = 'refused') => {
        end();
        queueMicrotask(() => {
          const beside = newest(['warning']);
          const said = newest(['error']) ?? (beside === undefined ? reason : `${reason} (${beside})`);
          reject(new HeadlessError(gateCode() ?? code, said));
        });
      };
      const look = () => {
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
          // Else it would end the saga whose action is being looked at.
          fail(toHeadlessError(error));
        }
      };
      const timer = setTimeout(() => failFor(`${late} within ${patienceMs / 1000} s`, 'timeout'), patienceMs);
      // What is between the first and the last of them is no outcome.
      for (const action of ask) store.dispatch(action);
      const subscribed = [store.subscribe(look), place.subscribe(look)];
      waiting.add(fail);
      look();
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
