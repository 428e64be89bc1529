import { call } from 'typed-redux-saga';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { forgetAnswers } from '../../shared/saving/forgetAnswers.ts';

/** An operator who changes the settings this often also writes the pages. */
const MOST_ROUNDS = 20;

/**
 * Repeats until the stored settings stay unchanged, because another operator may write at the same time.
 * @param read returns what the files show, or null to write nothing
 */
export function* makeAsStored<Shown>(read: () => Generator<unknown, Shown | null>, make: (shown: Shown) => Generator) {
  let made: Shown | null = null;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    if (round > 0) yield* forgetAnswers();
    const shown: Shown | null = yield* read();
    if (shown === null || (round > 0 && sameJson(shown, made))) return;
    yield* call(make, shown);
    made = shown;
  }
}
