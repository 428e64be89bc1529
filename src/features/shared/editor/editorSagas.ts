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

/** `missing`: an English text, if the item does not exist; null: it navigated elsewhere. */
type Look<Found, Draft> = { found: Found; draft: Draft } | { missing: string } | null;

export interface SharedForm<Target, Found, Draft, Refused, Work> {
  actions: EditorActions<Target, Found, Draft, Refused, Work>;
  state: () => SagaGenerator<Editor<Target, Found, Draft, Refused, Work>>;
  find: (target: Target) => Generator<unknown, Look<Found, Draft>>;
  home: (target: Target) => string;
  /** Stored data without a field that a save would overwrite as well. */
  alsoCompare?: (found: Found) => unknown;
  isNew?: (target: Target) => boolean;
}

export function* openIn<Target, Found, Draft, Refused, Work>({
  state,
}: Pick<SharedForm<Target, Found, Draft, Refused, Work>, 'state'>) {
  const now = yield* state();
  return now.status === 'open' ? now : null;
}

/** Waits for the save of a form that was left. Reading earlier would return what is being replaced. */
export function* saveEnded<Target, Found, Draft, Refused, Work>({
  actions: { saved, refused, conflictFound },
  state,
}: Pick<SharedForm<Target, Found, Draft, Refused, Work>, 'actions' | 'state'>) {
  if ('saving' in (yield* state())) yield* take([saved, refused, conflictFound]);
}

/** Ends the work after an error. Otherwise the form would stay busy, and the next form would wait for it. */
export function catchWorkErrors<Target, Found, Draft, Refused, Work, Arguments extends unknown[]>(
  { actions: { refused }, state }: Pick<SharedForm<Target, Found, Draft, Refused, Work>, 'actions' | 'state'>,
  work: (...args: Arguments) => Generator,
) {
  return catchSagaErrors(function* (...args: Arguments) {
    try {
      yield* work(...args);
    } catch (error) {
      const form = yield* state();
      if ('saving' in form || (form.status === 'open' && form.busy !== null)) yield* put(refused(null));
      throw error;
    }
  });
}

export function* loadEditor<Target, Found, Draft, Refused, Work>(
  form: SharedForm<Target, Found, Draft, Refused, Work>,
  target: Target,
) {
  const { loaded, failed, newer } = form.actions;
  try {
    yield* saveEnded(form);
    const result = yield* form.find(target);
    if (result && 'missing' in result) {
      if ((yield* form.state()).status !== 'closed') yield* leadAway(result.missing, form.home(target));
    } else if (result) yield* put(loaded({ target, ...result }));
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

/** After a save, perhaps elsewhere: reloads an unedited form, and marks an edited one. */
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
    if (!(error instanceof CoreError || error instanceof NewerMetadata)) throw error;
  }
}

/** Returns null and writes nothing if others changed the same settings. `afterwards` runs without the lock. */
export function* saveShared<Target, Found, Draft, Refused, Work, Result>(
  form: SharedForm<Target, Found, Draft, Refused, Work>,
  open: OpenEditor<Target, Found, Draft, Refused, Work>,
  write: (open: OpenEditor<Target, Found, Draft, Refused, Work>) => Generator<unknown, Result>,
  message: string | ((error: unknown) => Refused),
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
    message,
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
    // Another program wrote without the lock. Our own save, completed late by a slow core, is no conflict.
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

/** Runs an action of an open editor. Returns null after a failure, and shows `message` as a notice or in the form. */
export function* workIn<Result, Refused, Work>(
  { began, refused }: Pick<EditorActions<unknown, unknown, unknown, Refused, Work>, 'began' | 'refused'>,
  work: () => Generator<unknown, Result>,
  message: string | ((error: unknown) => Refused),
) {
  yield* put(began('saving'));
  try {
    return { result: yield* work() };
  } catch (error) {
    if (typeof message !== 'string') {
      yield* put(refused(message(error)));
      return null;
    }
    yield* put(refused(null));
    // The connection banner covers this error.
    if (codeOf(error) !== NETWORK_FAILURE) yield* put(noticed('error', message, reasonValue(error)));
    return null;
  }
}

/** Navigates to `path` unless the form was left. Keeps what was entered during the save. */
export function* finishSave<Target, Found, Draft, Refused, Work>(
  form: SharedForm<Target, Found, Draft, Refused, Work>,
  result: SaveResult<Found, Draft>,
  path: string | null,
) {
  const { actions, isNew = () => false } = form;
  const before = yield* openIn(form);
  const isChanged = before?.sent !== undefined && !sameJson(before.draft, before.sent);
  if (isChanged) {
    const isFirst = isNew(before.target);
    const now = isFirst || path === null ? null : yield* readAgain(form, before.target);
    yield* put(actions.saved(now ?? result));
    yield* put(noticed('warning', GOES_ON));
    // A second save would create a duplicate.
    if (isFirst && before.sent) yield* put(actions.draftChanged(before.sent));
  } else yield* put(actions.saved(result));
  const after = yield* openIn(form);
  if (path === null || !after || isEdited(after)) return;
  const navigate = yield* browser('navigate');
  yield* delay(0); // lets the page clear its unsaved state, which would prompt before leaving
  yield* call(navigate, path);
}

const GOES_ON = msg('What you changed during the save is not saved.');

/** Returns null if it cannot be read at the moment. */
function* readAgain<Target, Found, Draft, Refused, Work>(
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
