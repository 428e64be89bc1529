import { put } from 'typed-redux-saga';
import { CoreError, NETWORK_FAILURE } from '../api/error.ts';
import { msg } from '../i18n/msg.ts';
import { noticed } from './notice/slice.ts';

/** What an error says to a person; the details of the core are the part that helps. */
export function reasonOf(error: unknown): string {
  if (error instanceof CoreError && error.details.length > 0) return `${error.message}: ${error.details.join(', ')}`;
  return error instanceof Error ? error.message : String(error);
}

/** A worker that throws must not take its watcher with it: the error becomes a notice. */
export function safely<Arguments extends unknown[]>(worker: (...given: Arguments) => Generator) {
  return function* (...given: Arguments): Generator {
    try {
      yield* worker(...given);
    } catch (error) {
      // The connection banner says this one, and says it once.
      if (error instanceof CoreError && error.code === NETWORK_FAILURE) return;
      yield* put(noticed('error', msg('Something went wrong: {{0}}'), reasonOf(error)));
    }
  };
}
