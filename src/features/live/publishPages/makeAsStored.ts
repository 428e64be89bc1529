import { call } from 'typed-redux-saga';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { forgetAnswers } from '../../shared/saving/forgetAnswers.ts';

/** Somebody who changes it that often makes the pages as well. */
const MOST_ROUNDS = 20;

/**
 * Makes files of what is stored, and makes them again when that has changed meanwhile: another operator may have made
 * his in between, and then ours have replaced them. Who writes last has read last.
 *
 * @param read what the files show; null: nothing is to be made
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
