import { put } from 'typed-redux-saga';
import { CoreError, NETWORK_FAILURE } from '../../../api/error.ts';
import { msg } from '../../../i18n/msg.ts';
import { type MaskedText, withinMasked } from '../../../media/masking/maskedText.ts';
import { mask } from '../mask.ts';
import { noticed, type Translatable } from '../notice/slice.ts';

/** Characters. A core may answer with a book. */
const MOST = 2000;

/**
 * The text of an error for people; the details of the core are the useful part. Masked here, because a refusal of the
 * core contains whole addresses.
 */
export function reasonOf(error: unknown): MaskedText {
  const message = error instanceof Error ? error.message : String(error);
  const details = error instanceof CoreError ? error.details.join(', ') : '';
  const shown = message.endsWith('.') ? ` (${details})` : `: ${details}`;
  // Cut only when masked: a part of an address cannot be told to be one.
  return withinMasked(mask(details === '' ? message : message + shown), (text) => text.slice(0, MOST));
}

/** The same as a value of a notice: it may be a text of ours. */
export const reasonValue = (error: unknown): Translatable => ({ text: reasonOf(error) });

/** A worker that throws must not take its watcher with it: the error becomes a notice. */
export function catchSagaErrors<Arguments extends unknown[]>(worker: (...given: Arguments) => Generator) {
  return function* (...given: Arguments): Generator {
    try {
      yield* worker(...given);
    } catch (error) {
      // The connection banner says this one, and says it once.
      if (error instanceof CoreError && error.code === NETWORK_FAILURE) return;
      yield* put(noticed('error', msg('Something went wrong: {{0}}'), reasonValue(error)));
    }
  };
}
