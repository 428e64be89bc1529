import { call, delay, put, type SagaGenerator, take } from 'typed-redux-saga';
import { CoreError, codeOf, NETWORK_FAILURE } from '../../../api/error.ts';
import { msg } from '../../../i18n/msg.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { catchSagaErrors, reasonOf, reasonValue } from '../../gate/host/catchSagaErrors.ts';
import { browser } from '../../gate/host/host.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { exclusively, SAVE_CONFLICT, SaveConflict, SaveStopped } from '../saving/exclusively.ts';
import { NewerMetadata } from '../saving/readProcess.ts';
import {
  type EditConflict,
  type Editor,
  type EditorActions,
  isEdited,
  type OpenEditor,
  type SaveResult,
} from './createEditor.ts';

/** What there is to edit; `missing`: it does not exist, in words; null: it has led elsewhere. */
type Look<Found, Draft> = { found: Found; draft: Draft } | { missing: string } | null;

/** A form that more than one may have open. */
export interface SharedForm<Target, Found, Draft, Refused, Work> {
  actions: EditorActions<Target, Found, Draft, Refused, Work>;
  /** As it is in the store. */
  state: () => SagaGenerator<Editor<Target, Found, Draft, Refused, Work>>;
  /** As it is stored now. Throws what the reads throw. */
  find: (target: Target) => Generator<unknown, Look<Found, Draft>>;
  /** Where it leads who finds nothing. */
  home: (target: Target) => string;
  /** What a save would write over as well, though no field shows it. */
  alsoCompare?: (found: Found) => unknown;
  /** Nothing is stored of it yet. */
  isNew?: (target: Target) => boolean;
}

/** null: it is not open. */
export function* openIn<Target, Found, Draft, Refused, Work>({
  state,
}: Pick<SharedForm<Target, Found, Draft, Refused, Work>, 'state'>) {
  const now = yield* state();
  return now.status === 'open' ? now : null;
}

/** A form that was left while it is saved is read again only after that: before, it would show what is being replaced. */
export function* saveEnded<Target, Found, Draft, Refused, Work>({
  actions: { saved, refused, conflictFound },
  state,
}: Pick<SharedForm<Target, Found, Draft, Refused, Work>, 'actions' | 'state'>) {
  if ('saving' in (yield* state())) yield* take([saved, refused, conflictFound]);
}

/**
 * Work of a form whose errors become a notice, and end the work: else the form would be busy for good, and every form
 * that is opened after it would wait for the end of its save.
 */
export function catchWorkErrors<Target, Found, Draft, Refused, Work, Arguments extends unknown[]>(
  { actions: { refused }, state }: Pick<SharedForm<Target, Found, Draft, Refused, Work>, 'actions' | 'state'>,
  work: (...given: Arguments) => Generator,
) {
  return catchSagaErrors(function* (...given: Arguments) {
    try {
      yield* work(...given);
    } catch (error) {
      const form = yield* state();
      if ('saving' in form || (form.status === 'open' && form.busy !== null)) yield* put(refused(null));
      throw error;
    }
  });
}

/** Opens the editor with what `find` finds. */
export function* loadEditor<Target, Found, Draft, Refused, Work>(
  form: SharedForm<Target, Found, Draft, Refused, Work>,
  target: Target,
) {
  const { loaded, failed, newer } = form.actions;
  try {
    yield* saveEnded(form);
    const result = yield* form.find(target);
    if (result && 'missing' in result) yield* leadAway(result.missing, form.home(target));
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
  const { actions, find, home, isNew = () => false } = form;
  const before = yield* openIn(form);
  if (!before || before.busy !== null || isNew(before.target)) return;
  try {
    const now = yield* find(before.target);
    const after = yield* openIn(form);
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
 * Saves an open form under the save lock. If others changed the same settings since it was opened, nothing is written:
 * the changes are shown, and the operator decides. null: nothing was saved. `afterwards`: follow-up work of the save,
 * done without the lock.
 */
export function* saveShared<Target, Found, Draft, Refused, Work, Result>(
  form: SharedForm<Target, Found, Draft, Refused, Work>,
  open: OpenEditor<Target, Found, Draft, Refused, Work>,
  write: (open: OpenEditor<Target, Found, Draft, Refused, Work>) => Generator<unknown, Result>,
  said: string | ((error: unknown) => Refused),
  afterwards?: (result: Result) => Generator,
) {
  const { actions } = form;
  const done = yield* workIn(
    actions,
    function* (): Generator<unknown, Outcome<Found, Draft, Result>> {
      const outcome = yield* exclusively(() => writeUnlessBehind(form, open, write));
      if (outcome && 'result' in outcome && afterwards) yield* afterwards(outcome.result);
      return outcome;
    },
    said,
  );
  const outcome = done?.result ?? null;
  if (outcome && 'result' in outcome) return outcome;
  if (outcome) {
    if (!(yield* openIn(form))) yield* put(noticed('error', SAVE_CONFLICT));
    yield* put(actions.conflictFound(outcome.conflictFound));
  } else if (done) yield* put(actions.refused(null));
  return null;
}

type Outcome<Found, Draft, Result> = { result: Result } | { conflictFound: EditConflict<Found, Draft> } | null;

function* writeUnlessBehind<Target, Found, Draft, Refused, Work, Result>(
  form: SharedForm<Target, Found, Draft, Refused, Work>,
  open: OpenEditor<Target, Found, Draft, Refused, Work>,
  write: (open: OpenEditor<Target, Found, Draft, Refused, Work>) => Generator<unknown, Result>,
): Generator<unknown, Outcome<Found, Draft, Result>> {
  const { find, isNew = () => false } = form;
  if (isNew(open.target)) return { result: yield* write(open) };
  const now = yield* find(open.target);
  const conflictFound = conflictIn(form, open, now);
  if (!now || conflictFound) return conflictFound && { conflictFound };
  try {
    return { result: yield* write('found' in now ? { ...open, found: now.found } : open) };
  } catch (error) {
    // A program that does not wait for others was faster. What a slow core has stored of ours is no change of others.
    const isOvertaken = error instanceof SaveConflict && !(error instanceof SaveStopped);
    const after = isOvertaken ? conflictIn(form, open, yield* find(open.target)) : null;
    if (!after) throw error;
    return { conflictFound: after };
  }
}

const conflictIn = <Target, Found, Draft, Refused, Work>(
  form: SharedForm<Target, Found, Draft, Refused, Work>,
  open: OpenEditor<Target, Found, Draft, Refused, Work>,
  now: Look<Found, Draft>,
): EditConflict<Found, Draft> | null => {
  if (!now) return null;
  if ('missing' in now) return { status: 'gone' };
  return isBehind(form, open, now) ? { status: 'changed', ...now } : null;
};

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

/**
 * The form after its save, with what that has stored, and then `path`, where it leads. A form that was left meanwhile
 * leads nowhere. What was entered during the save stays: over what is stored now, or, where nothing was, with a word.
 */
export function* finishSave<Target, Found, Draft, Refused, Work>(
  form: SharedForm<Target, Found, Draft, Refused, Work>,
  result: SaveResult<Found, Draft>,
  path: string | null,
) {
  const { actions, isNew = () => false } = form;
  const before = yield* openIn(form);
  const goesOn = before?.sent !== undefined && !sameJson(before.draft, before.sent);
  if (goesOn) {
    const isFirst = isNew(before.target);
    const now = isFirst || path === null ? null : yield* lookAgain(form, before.target);
    yield* put(actions.saved(now ?? result));
    yield* put(noticed('warning', GOES_ON));
    // A second save would make another one.
    if (isFirst && before.sent) yield* put(actions.draftChanged(before.sent));
  } else yield* put(actions.saved(result));
  const after = yield* openIn(form);
  if (path === null || !after || isEdited(after)) return;
  const navigate = yield* browser('navigate');
  yield* delay(0); // the page learns that nothing is unsaved any more, else it would ask whether to leave
  yield* call(navigate, path);
}

const GOES_ON = msg('What you changed during the save is not saved.');

/** null: it cannot be read now. */
function* lookAgain<Target, Found, Draft, Refused, Work>(
  { find }: SharedForm<Target, Found, Draft, Refused, Work>,
  target: Target,
) {
  try {
    const now = yield* find(target);
    return now === null || 'missing' in now ? null : now;
  } catch (error) {
    if (error instanceof CoreError || error instanceof NewerMetadata) return null;
    throw error;
  }
}
