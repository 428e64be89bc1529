import { call, delay, put } from 'typed-redux-saga';
import { CoreError, codeOf, NETWORK_FAILURE } from '../../../api/error.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { reasonOf, reasonValue } from '../../gate/host/catchSagaErrors.ts';
import { browser } from '../../gate/host/host.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { NewerMetadata } from '../saving/readProcess.ts';
import { type EditConflict, type EditorActions, isEdited, type OpenEditor } from './createEditor.ts';

/** What there is to edit; `missing`: it does not exist, in words; null: it has led elsewhere. */
type Look<Found, Draft> = { found: Found; draft: Draft } | { missing: string } | null;

/** A form that more than one may have open. */
export interface SharedForm<Target, Found, Draft, Refused, Work> {
  actions: EditorActions<Target, Found, Draft, Refused, Work>;
  /** As it is, while it is open. */
  open: () => Generator<unknown, OpenEditor<Target, Found, Draft, Refused, Work> | null>;
  /** As it is stored now. Throws what the reads throw. */
  find: (target: Target) => Generator<unknown, Look<Found, Draft>>;
  /** Where it leads who finds nothing. */
  home: (target: Target) => string;
  /** What a save would write over as well, though no field shows it. */
  alsoCompare?: (found: Found) => unknown;
  /** Nothing is stored of it yet. */
  isNew?: (target: Target) => boolean;
}

/** Opens the editor with what `find` finds. */
export function* loadEditor<Target, Found, Draft>(
  { loaded, failed, newer }: Pick<EditorActions<Target, Found, Draft, unknown, unknown>, 'loaded' | 'failed' | 'newer'>,
  target: Target,
  find: (target: Target) => Generator<unknown, Look<Found, Draft>>,
  home: (target: Target) => string = () => '/',
) {
  try {
    const result = yield* find(target);
    if (result && 'missing' in result) yield* leadAway(result.missing, home(target));
    else if (result) yield* put(loaded({ target, ...result }));
  } catch (error) {
    yield* put(error instanceof NewerMetadata ? newer(error.version) : failed(reasonOf(error)));
  }
}

function* leadAway(why: string, path: string) {
  const navigate = yield* browser('navigate');
  yield* put(noticed('warning', why));
  yield* call(navigate, path, { replace: true });
}

const isBehind = <Target, Found, Draft, Refused, Work>(
  { alsoCompare = () => null }: SharedForm<Target, Found, Draft, Refused, Work>,
  open: Pick<OpenEditor<Target, Found, Draft, Refused, Work>, 'found' | 'stored'>,
  now: { found: Found; draft: Draft },
) => !sameJson(open.stored, now.draft) || !sameJson(alsoCompare(open.found), alsoCompare(now.found));

/** Something was saved, perhaps elsewhere: a form in which nothing was entered shows it, any other says so. */
export function* showOthers<Target, Found, Draft, Refused, Work>(
  form: SharedForm<Target, Found, Draft, Refused, Work>,
) {
  const { actions, open, find, home, isNew = () => false } = form;
  const before = yield* open();
  if (!before || before.busy !== null || isNew(before.target)) return;
  try {
    const now = yield* find(before.target);
    const after = yield* open();
    if (!now || after?.target !== before.target || after.busy !== null) return;
    if ('missing' in now) {
      if (!isEdited(after)) yield* leadAway(now.missing, home(after.target));
      return;
    }
    if (isBehind(form, after, now)) yield* put(actions.seen({ target: after.target, ...now }));
  } catch (error) {
    // A save reports the same error.
    if (!(error instanceof CoreError || error instanceof NewerMetadata)) throw error;
  }
}

/**
 * Saves an open form over what is stored now. What others changed since it was opened is not written over: they are
 * shown, and whoever saves decides. null: it came to nothing, or waits for that.
 */
export function* saveShared<Target, Found, Draft, Refused, Work, Result>(
  form: SharedForm<Target, Found, Draft, Refused, Work>,
  open: OpenEditor<Target, Found, Draft, Refused, Work>,
  write: (open: OpenEditor<Target, Found, Draft, Refused, Work>) => Generator<unknown, Result>,
  said: string | ((error: unknown) => Refused),
) {
  const { actions, find, isNew = () => false } = form;
  const done = yield* workIn(
    actions,
    function* (): Generator<unknown, { result: Result } | { conflictFound: EditConflict<Found, Draft> } | null> {
      if (isNew(open.target)) return { result: yield* write(open) };
      const now = yield* find(open.target);
      if (!now) return null;
      if ('missing' in now) return { conflictFound: { status: 'gone' } };
      if (isBehind(form, open, now)) return { conflictFound: { status: 'changed', ...now } };
      return { result: yield* write({ ...open, found: now.found }) };
    },
    said,
  );
  const outcome = done?.result ?? null;
  if (outcome && 'result' in outcome) return outcome;
  if (outcome) yield* put(actions.conflictFound(outcome.conflictFound));
  else if (done) yield* put(actions.refused(null));
  return null;
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
