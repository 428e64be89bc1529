import type { Task } from 'redux-saga';
import { all, call, delay, join, put, select, spawn } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import { msg } from '../../../i18n/msg.ts';
import { outputIdsOf } from '../../../media/channel/publicationOutputs.ts';
import { type Intent, isOn, KEYLESS } from '../../../media/channel/publicationState.ts';
import { turnsOf } from '../../../media/stored/publicationStartOrder.ts';
import { reasonOf } from '../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../gate/host/host.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { exclusively, SaveConflict, write } from '../../shared/saving/exclusively.ts';
import { fetchChannelStatus } from '../channel/fetchChannelStatus.ts';
import { egressGone } from '../channel/slice.ts';
import type { publicationsWanted } from '../ingest/slice.ts';
import { failuresForgotten, type WithStatus, watchedStatusIn } from '../status/slice.ts';
import {
  intentFor,
  isBetweenTries,
  orderedIds,
  publicationStateOf,
  publicationsOf,
  readBy,
  type WithPublicationList,
} from './publicationState.ts';
import {
  type allSwitched,
  asked,
  publicationDeleted,
  type publicationDeletionConfirmed,
  publicationDeletionFailed,
  type publicationReconnectRequested,
  publicationSwitched,
  refused,
  settled,
  undoOffered,
  undoOver,
} from './slice.ts';

type CommandState = WithPublicationList;

const outputsIn =
  (id: string) =>
  ({ channel: { list } }: CommandState) =>
    outputIdsOf(list.find(({ egresses }) => id in egresses)?.egresses ?? {}, id);

const stateOf = (id: string) => (state: CommandState) => publicationStateOf(state, id);

export function* runSwitch({ payload: { id, on } }: ReturnType<typeof publicationSwitched>) {
  const ids = yield* select(outputsIn(id));
  const before = yield* select((state: CommandState) => ids.map((output) => publicationStateOf(state, output)));
  if (before.some(({ asked: underWay }) => underWay)) return;
  if (on && before.some(({ isKeyless }) => isKeyless)) {
    yield* put(noticed('error', NOT_STARTED, { text: KEYLESS }));
    return;
  }
  yield* put(undoOver(id));
  yield* runIntents(ids.map((output, i) => [output, intentFor(on, before[i]?.progress ?? null)]));
  if (!on && before.some(({ progress }) => progress?.status === 'connected')) yield* offerUndo(id);
}

const NOT_STARTED = msg('Failed to start process ({{0}})');

const UNDO_MS = 5000;

/** A stop needs no confirmation, so it can be undone as quickly. */
function* offerUndo(id: string) {
  const { progress } = yield* select(stateOf(id));
  if (progress?.order !== 'stop') return;
  yield* put(undoOffered(id));
  yield* delay(UNDO_MS);
  yield* put(undoOver(id));
}

export function* startWithStream({ payload }: ReturnType<typeof publicationsWanted>) {
  for (const id of payload) yield* put(publicationSwitched({ id, on: true }));
}

export function* runReconnect({ payload: id }: ReturnType<typeof publicationReconnectRequested>) {
  yield* runIntents([[id, 'restart']]);
}

function* runIntents(intents: readonly (readonly [string, Intent])[]) {
  for (const [id, intent] of intents) yield* put(asked({ ids: [id], intent }));
  yield* put(failuresForgotten(intents.map(([id]) => id)));
  const reasons = yield* all(intents.map(([id, intent]) => call(attempt, id, intent)));
  const reason = reasons.find((item) => item !== null) ?? null;
  if (reason !== null) {
    const isStop = intents.every(([, intent]) => intent === 'stop');
    yield* put(noticed('error', isStop ? msg('Failed to stop process ({{0}})') : NOT_STARTED, { text: reason }));
    if (reasons.every((item) => item !== null)) return;
  }
  yield* call(refresh);
}

/** Returns null, or the reason for a rejection. */
function* attempt(id: string, intent: Intent) {
  const core = yield* host('core');
  const now = yield* host('now');
  const command = (order: 'start' | 'stop') => core.processCommand({ id, body: { command: order } });
  try {
    if (intent !== 'start') yield* call(() => command('stop'));
    if (intent !== 'stop') {
      yield* call(startRendition, id);
      yield* call(() => command('start'));
    }
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    const reason = reasonOf(error);
    yield* put(refused({ id, reason }));
    return reason;
  }
  yield* put(settled({ id, at: now() }));
  return null;
}

/** Starts the rendition first, because there is nothing to read without it. */
function* startRendition(id: string) {
  const core = yield* host('core');
  const rendition = yield* select(({ channel: { list } }: CommandState) => readBy(list, id));
  const state = yield* select((current: CommandState) => watchedStatusIn(current)?.renditions ?? {});
  if (rendition && state[rendition]?.progress.order !== 'start')
    yield* call(() => core.processCommand({ id: rendition, body: { command: 'start' } }));
}

/** Retries all waiting publications whose source is back. */
export function* wakeAll(channel: string) {
  const state = yield* select((current: CommandState) => current);
  const ready = Object.keys(publicationsOf(state, channel)).filter((id) => !publicationStateOf(state, id).behind);
  yield* wakeReaders(ready);
}

export function* wakeReaders(among: readonly string[]) {
  const state = yield* select((current: CommandState) => current);
  const ids = among.filter((id) => isBetweenTries(publicationStateOf(state, id)));
  if (ids.length === 0) return;
  const intent: Intent = 'restart';
  yield* put(asked({ ids, intent: intent }));
  yield* put(failuresForgotten(ids));
  yield* all(ids.map((id) => call(attempt, id, intent)));
  yield* call(refresh);
}

function* refresh() {
  const channel = yield* select((state: WithStatus) => state.status.watched);
  if (channel) yield* call(fetchChannelStatus, channel);
}

function* dueOf(id: string, on: boolean) {
  const shown = yield* select(stateOf(id));
  const { progress, asked: underWay, isKeyless } = shown;
  // A process that died while its order was "start" is stopped too.
  const different = on ? !isOn(shown) : progress ? progress.order === 'start' : isOn(shown);
  return different && !underWay ? { id, wanted: intentFor(on, progress), isKeyless } : null;
}

function* dueAmong(id: string, on: boolean) {
  const due: { id: string; wanted: Intent; isKeyless: true | undefined }[] = [];
  for (const output of yield* select(outputsIn(id))) {
    const found = yield* dueOf(output, on);
    if (found !== null) due.push(found);
  }
  return due;
}

/** Switches all publications or a group in turn. Each row shows its own result, a notice the total. */
export function* switchAll({ payload: { channel, on, group } }: ReturnType<typeof allSwitched>) {
  const state = yield* select((current: CommandState) => current);
  const started: Task[][] = [];
  let failed = 0;
  for (const { id, pauseMs } of turnsOf(orderedIds(state, channel), publicationsOf(state, channel), group)) {
    const due = yield* dueAmong(id, on);
    if (due.length === 0) continue;
    if (on && due.some(({ isKeyless }) => isKeyless)) {
      failed += 1;
      continue;
    }
    if (on && started.length > 0) yield* delay(pauseMs);
    const tasks: Task[] = [];
    for (const { id: output, wanted: intent } of yield* dueAmong(id, on)) {
      yield* put(asked({ ids: [output], intent: intent }));
      yield* put(failuresForgotten([output]));
      // `spawn`: stopping all must not cancel a command that the core is carrying out.
      tasks.push(yield* spawn(attempt, output, intent));
    }
    if (tasks.length > 0) started.push(tasks);
  }
  const count = started.length + failed;
  if (count === 0) return;
  for (const tasks of started) {
    const reasons = yield* all(tasks.map((task) => join(task)));
    if (reasons.some((reason) => reason !== null)) failed += 1;
  }
  if (failed > 0) {
    const text = on
      ? msg('Publications that could not be started: {{0}} of {{1}}. The list shows the reasons.')
      : msg('Publications that could not be stopped: {{0}} of {{1}}. The list shows the reasons.');
    yield* put(noticed('error', text, String(failed), String(count)));
  } else {
    const text = on ? msg('Publications started: {{0}}') : msg('Publications stopped: {{0}}');
    yield* put(noticed('success', text, String(count)));
  }
  yield* call(refresh);
}

/** Deletes the backup first, so that an interruption leaves no orphan that sends. A 404 counts as deleted. */
export function* deletePublication({ payload: { channel, id } }: ReturnType<typeof publicationDeletionConfirmed>) {
  const navigate = yield* browser('navigate');
  const { name } = (yield* select((state: CommandState) => publicationsOf(state, channel)))[id] ?? { name: '' };
  const ids = (yield* select(outputsIn(id))).toReversed();
  try {
    yield* exclusively(function* () {
      for (const output of ids) {
        yield* write('processDelete', { id: output });
        yield* put(egressGone({ channel, id: output }));
      }
    });
  } catch (error) {
    if (!(error instanceof CoreError || error instanceof SaveConflict)) throw error;
    yield* put(publicationDeletionFailed());
    yield* put(noticed('warning', msg('The publication service "{{0}}" could not be deleted'), name));
    return;
  }
  yield* put(noticed('saved', msg('The publication service "{{0}}" has been deleted'), name));
  // Lets an open form clear its unsaved state, which would prompt before leaving.
  yield* put(publicationDeleted({ id }));
  yield* delay(0);
  navigate(`/${channel}`);
}
