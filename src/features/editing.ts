import { call, delay, put } from 'typed-redux-saga';
import { codeOf, NETWORK_FAILURE } from '../api/error.ts';
import type { EditorActions, Loaded } from './editor.ts';
import { browser } from './host.ts';
import { noticed } from './notice/slice.ts';
import { NewerMetadata } from './read.ts';
import { reasonOf, reasonValue } from './safely.ts';

/** Opens the editor with what `find` finds; null: it has led elsewhere. */
export function* loadEditor<Target, Found, Draft>(
  { loaded, failed, newer }: Pick<EditorActions<Target, Found, Draft, unknown, unknown>, 'loaded' | 'failed' | 'newer'>,
  target: Target,
  find: (target: Target) => Generator<unknown, Omit<Loaded<Target, Found, Draft>, 'target'> | null>,
) {
  try {
    const result = yield* find(target);
    if (result) yield* put(loaded({ target, ...result }));
  } catch (error) {
    yield* put(error instanceof NewerMetadata ? newer(error.version) : failed(reasonOf(error)));
  }
}

/**
 * Work of an open editor, from press to word; null: it came to nothing, and the form is as it was. `said`: the notice
 * that says why, or what the form itself says.
 */
export function* workIn<Result, Refused, Work>(
  { began, refused }: Pick<EditorActions<unknown, unknown, unknown, Refused, Work>, 'began' | 'refused'>,
  work: () => Generator<unknown, Result>,
  said: string | ((error: unknown) => Refused),
) {
  yield* put(began('saving'));
  try {
    return { result: yield* work() };
  } catch (error) {
    if (typeof said !== 'string') {
      yield* put(refused(said(error)));
      return null;
    }
    yield* put(refused(null));
    // The connection banner says this one.
    if (codeOf(error) !== NETWORK_FAILURE) yield* put(noticed('error', said, reasonValue(error)));
    return null;
  }
}

/** After a save. */
export function* leaveEditor(path: string) {
  const navigate = yield* browser('navigate');
  yield* delay(0); // the page learns that nothing is unsaved any more, else it would ask whether to leave
  yield* call(navigate, path);
}
