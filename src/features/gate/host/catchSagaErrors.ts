import { put } from 'typed-redux-saga';
import { CoreError, NETWORK_FAILURE } from '../../../api/error.ts';
import { msg } from '../../../i18n/msg.ts';
import { type MaskedText, withinMasked } from '../../../media/masking/maskedText.ts';
import { mask } from '../mask.ts';
import { noticed, type Translatable } from '../notice/slice.ts';

/** Characters. Error messages can be very long. */
const MOST = 2000;

export function reasonOf(error: unknown): MaskedText {
  const message = error instanceof Error ? error.message : String(error);
  const details = error instanceof CoreError ? error.details.join(', ') : '';
  const shown = message.endsWith('.') ? ` (${details})` : `: ${details}`;
  // Cut after masking, because a truncated address might not be recognized as one.
  return withinMasked(mask(details === '' ? message : message + shown), (text) => text.slice(0, MOST));
}

export const reasonValue = (error: unknown): Translatable => ({ text: reasonOf(error) });

/** An error in a worker becomes a notice instead of ending its watcher. */
export function catchSagaErrors<Arguments extends unknown[]>(worker: (...args: Arguments) => Generator) {
  return function* (...args: Arguments): Generator {
    try {
      yield* worker(...args);
    } catch (error) {
      // The connection banner covers this error.
      if (error instanceof CoreError && error.code === NETWORK_FAILURE) return;
      yield* put(noticed('error', msg('Something went wrong: {{0}}'), reasonValue(error)));
    }
  };
}
