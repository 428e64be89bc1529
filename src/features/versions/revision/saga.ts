import { call, put, select, takeLatest, takeLeading } from 'typed-redux-saga';
import { CoreError, codeOf, NETWORK_FAILURE } from '../../../api/error.ts';
import { ingestId } from '../../../api/processIds.ts';
import { catalogLabels } from '../../../catalog/catalogLabels.ts';
import { msg } from '../../../i18n/msg.ts';
import { describeRevision, planRestore, type RestorePlan } from '../../../media/revision/restorePlan.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { catchSagaErrors, reasonOf, reasonValue } from '../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../gate/host/host.ts';
import { noticed, type UndoableSave } from '../../gate/notice/slice.ts';
import { storedChanged } from '../../live/channel/channelSync.ts';
import { channelsOf } from '../../live/channel/discoverChannels.ts';
import { channelSelected, channelsSeen, type WithChannels } from '../../live/channel/slice.ts';
import { pagesOutdated, publish } from '../../live/publishPages/saga.ts';
import { exclusively, SaveConflict } from '../../shared/saving/exclusively.ts';
import { quietly } from '../../shared/saving/quietly.ts';
import { readProcess } from '../../shared/saving/readProcess.ts';
import { entriesRestored, saveRecorded } from '../../shared/saving/saveRecorded.ts';
import { readHistory } from './readHistory.ts';
import { restoreEntries } from './restoreEntries.ts';
import {
  previewFound,
  previewRequested,
  restoreConfirmed,
  type ShownRevision,
  versionsFound,
  versionsOpened,
  versionsUnread,
  type WithVersions,
} from './slice.ts';

export function* revisionSaga() {
  yield* takeLatest([versionsOpened, storedChanged, saveRecorded], catchSagaErrors(load));
  yield* takeLatest(previewRequested, catchSagaErrors(preview));
  yield* takeLeading(restoreConfirmed, catchSagaErrors(confirm));
}

function* page() {
  return yield* select(({ revision }: WithVersions) => revision);
}

function* load() {
  const open = yield* page();
  if (open.status === 'closed') return;
  try {
    const { history, deleted } = yield* readHistory(open.channel);
    const list = history?.list.map(
      ({ at, by, lostFiles }, index): ShownRevision => ({
        ...{ at, by, lostFiles, rows: describeRevision(history, index, catalogLabels) },
        restorable: planRestore(history, index, catalogLabels) !== null,
      }),
    );
    yield* put(versionsFound({ list: list ?? null, deleted }));
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    yield* put(versionsUnread(reasonOf(error)));
  }
}

const GONE = msg('This version is no longer stored.');

/** Throws a CoreError, or an Error with the reason. */
function* planOf(channel: string, at: number) {
  const { history } = yield* readHistory(channel);
  const index = history?.list.findIndex((revision) => revision.at === at) ?? -1;
  const plan = history && index >= 0 ? planRestore(history, index, catalogLabels) : null;
  if (!plan) throw new Error(GONE);
  return plan;
}

function* preview({ payload: at }: ReturnType<typeof previewRequested>) {
  const open = yield* page();
  if (open.status !== 'open') return;
  try {
    const { steps: _, ...plan } = yield* planOf(open.channel, at);
    yield* put(previewFound({ ...plan, at }));
  } catch (error) {
    yield* put(previewFound(null));
    throw error;
  }
}

function* confirm() {
  const open = yield* page();
  if (open.status !== 'open' || !open.preview) return;
  const { channel, preview: shown } = open;
  const isDone = yield* restore(channel, shown.at, {
    done: msg('The earlier version has been restored'),
    check: (plan) => sameJson(plan.marks, shown.marks),
  });
  if (isDone) yield* put(previewFound(null));
  // Shows what has changed meanwhile.
  else yield* call(preview, previewRequested(shown.at));
}

interface Restoring {
  /** Success message, marked with msg(). */
  done: string;
  /** Whether the plan is still what the operator has confirmed. */
  check: (plan: RestorePlan) => boolean;
}

/** Returns false after a failure, with a notice. */
function* restore(channel: string, at: number, { done, check }: Restoring) {
  const { list } = yield* select((state: WithChannels) => state.channel);
  const wasListed = list.some(({ id, available }) => id === channel && available);
  try {
    yield* exclusively(function* () {
      const plan = yield* planOf(channel, at);
      if (!check(plan)) throw new SaveConflict(CHANGED);
      yield* call(restoreEntries, plan.steps);
    });
  } catch (error) {
    yield* put(entriesRestored());
    if (codeOf(error) !== NETWORK_FAILURE)
      yield* put(noticed('error', msg('The earlier version could not be restored ({{0}})'), reasonValue(error)));
    return false;
  }
  yield* put(noticed('saved', done));
  yield* put(entriesRestored());
  const exists = channel !== '' && (yield* call(readProcess, ingestId(channel))) !== null;
  if (exists && !wasListed) yield* call(quietly, () => showRestored(channel));
  if (exists) yield* call(publish, channel);
  else yield* put(pagesOutdated(null));
  return true;
}

/** A channel that was deleted is the current one again, instead of the one that a page offers to set up. */
function* showRestored(channel: string) {
  const unsaved = yield* browser('unsaved');
  if (unsaved()) return;
  const core = yield* host('core');
  yield* put(channelsSeen(channelsOf(yield* call(core.processes, { filter: 'state,metadata' }))));
  yield* put(channelSelected(channel));
}

const CHANGED = msg('Something has changed meanwhile. Check again what would be restored.');

const INTERRUPTS = msg('Undoing this change interrupts a stream. Check what would be restored.');

/**
 * Undoes the newest save of a channel. If something has changed since, or a stream would be interrupted, the operator
 * sees the preview instead.
 */
export function* undoSave({ channel, at }: UndoableSave) {
  const plan = yield* planOf(channel, at);
  const isCurrent = plan.later.length === 0 && plan.overtaken.length === 0;
  if (isCurrent && plan.interrupted.length === 0) {
    const check = ({ marks, overtaken }: RestorePlan) => overtaken.length === 0 && sameJson(marks, plan.marks);
    const { current } = yield* select((state: WithChannels) => state.channel);
    yield* restore(channel, at, { done: msg('The change has been undone'), check });
    const now = yield* select((state: WithChannels) => state.channel.current);
    if (now === channel && now !== current) yield* call(yield* browser('navigate'), `/${channel}`);
    return;
  }
  const navigate = yield* browser('navigate');
  yield* put(noticed('warning', isCurrent ? INTERRUPTS : CHANGED));
  yield* call(navigate, `/versions/${channel}`);
}
