import type { UnknownAction } from '@reduxjs/toolkit';
import { eventChannel } from 'redux-saga';
import { all, call, delay, put, race, select, take, takeEvery } from 'typed-redux-saga';
import type { Process } from '../../../api/answers/process.ts';
import { CoreError } from '../../../api/error.ts';
import { channelOfIngest, isEgress } from '../../../api/processIds.ts';
import type { Episode } from '../../../media/timeline/event.ts';
import { journalHistory } from '../../../media/timeline/journalHistory.ts';
import { connectionHealed, connectionLost, type WithConnection } from '../../gate/connection/slice.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../gate/host/host.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { channelGone, statusFetched, type WithChannels } from '../channel/slice.ts';
import type { FactsState } from '../verdict/slice.ts';
import { observeInPassing, observeWatched } from './observeChannels.ts';
import { doneBy } from './operatorActions.ts';
import {
  CORE_TIMELINE,
  historyIn,
  historyKnown,
  pastRead,
  timelineCleared,
  timelineOpened,
  titleKey,
  titlesRead,
  type WithHistory,
} from './slice.ts';
import {
  createTimelineRegistry,
  createTimelineStorage,
  type TimelineRegistry,
  type TimelineStorage,
} from './timelineRegistry.ts';

/** The core's records are read once, the agent's journal each time: it also contains events while the page was open. */
function* readPast(book: TimelineRegistry, { payload: channel }: ReturnType<typeof timelineOpened>) {
  const past = yield* select(({ timeline: history }: WithHistory) => history.past[channel]);
  if (past === 'asked') return;
  if (past === 'told') {
    yield* showJournal(book, channel);
    return;
  }
  const core = yield* host('core');
  yield* put(pastRead({ channel, past: 'asked' }));
  try {
    const journal = yield* showJournal(book, channel);
    const spans = journal?.watched ?? [];
    const processes = yield* call(core.processes, { reference: channel, filter: 'state,report' });
    const { backfillEpisodes } = yield* call(yield* browser('loadReading'));
    const { watched } = historyIn(yield* select((state: WithHistory) => state), channel);
    yield* book.add(
      channel,
      processes.flatMap(({ id, report, state }) => {
        const owner = report ? whoseIs(id, channel, state) : null;
        return report && owner ? backfillEpisodes(report, owner, [...watched, ...spans]) : [];
      }),
    );
    yield* put(pastRead({ channel, past: 'told' }));
  } catch (error) {
    yield* put(pastRead({ channel, past: 'refused' }));
    if (!(error instanceof CoreError)) throw error;
  }
}

/** The journal of the agent is the same on every device. */
function* showJournal(book: TimelineRegistry, channel: string) {
  const now = yield* host('now');
  const { readJournal } = yield* call(yield* browser('loadSetup'));
  const entries = yield* call(readJournal, channel);
  if (entries === null) return null;
  const journal = journalHistory(entries, now());
  yield* book.tell(channel, journal);
  return journal;
}

function whoseIs(id: string, channel: string, state: Process['state']) {
  const command = state?.command ?? [];
  if (channelOfIngest(id) === channel) return { of: 'source', role: 'source', channel, command } as const;
  return isEgress(id) ? ({ of: id, role: 'target', channel, command } as const) : null;
}

function* readTitles({ payload: { history } }: ReturnType<typeof historyKnown>) {
  const { titles } = yield* select((state: WithHistory) => state.timeline);
  const unexplained = history.events.flatMap((event) =>
    event.kind === 'state' && event.cause !== null && !(titleKey(event.cause, event.of) in titles)
      ? [{ cause: event.cause, of: event.of }]
      : [],
  );
  if (unexplained.length === 0) return;
  const { causeTitle } = yield* call(yield* browser('loadReading'));
  const read = unexplained.map(({ cause, of }) => {
    const role = of === 'source' ? 'source' : 'target';
    return [titleKey(cause, of), causeTitle(cause, role) ?? ''] as const;
  });
  yield* put(titlesRead(Object.fromEntries(read)));
}

/** Interval for bars and durations, to limit renders. */
const SHOW_MS = 5000;
const KEEP_MS = 10_000;

/** Records statuses that other parts request, until cancelled. */
export function* record() {
  const core = yield* select(({ session }: WithSession) => coreInfoOf(session));
  const storage = yield* host('storage');
  if (!core) return;
  const timelines = createTimelineStorage(storage, core.about.id);
  const book = createTimelineRegistry(timelines);
  try {
    yield* work(book, timelines);
  } finally {
    yield* book.keep();
  }
}

export function* forgetHistories(coreId: string) {
  createTimelineStorage(yield* host('storage'), coreId).clear();
}

function* work(book: TimelineRegistry, timelines: TimelineStorage) {
  yield* all([
    call(book.hear),
    takeEvery(statusFetched, catchSagaErrors(lookAtAll), book),
    takeEvery([connectionLost, connectionHealed], catchSagaErrors(lookForCore), book),
    takeEvery('*', noteDeed, book),
    takeEvery(timelineOpened, catchSagaErrors(readPast), book),
    takeEvery(historyKnown, catchSagaErrors(readTitles)),
    takeEvery(timelineCleared, catchSagaErrors(clear), book),
    takeEvery(channelGone, ({ payload }: ReturnType<typeof channelGone>) => timelines.remove(payload)),
    call(showOften, book),
    call(keepOften, book),
  ]);
}

function* lookAtAll(book: TimelineRegistry, { payload: { watched, answers } }: ReturnType<typeof statusFetched>) {
  const now = yield* host('now');
  for (const channel of Object.keys(answers)) {
    const state = yield* select((current: FactsState) => current);
    // The watched channel is polled more often and in more detail.
    if (channel !== watched && channel === state.status.watched) continue;
    const observation =
      channel === watched ? observeWatched(state, channel, now()) : observeInPassing(state, channel, now());
    if (observation) yield* book.looked(channel, observation);
  }
}

/** An outage lasts from the first failed request to the next answer. */
function* lookForCore(book: TimelineRegistry) {
  const now = yield* host('now');
  const isLost = yield* select(({ connection }: WithConnection) => connection.status === 'lost');
  yield* book.set(CORE_TIMELINE, (history) => {
    const last = history.events.findLast((event): event is Episode => event.kind === 'state');
    const open = last && !last.over ? last : null;
    const at = now();
    const outage = { kind: 'state', of: 'core', status: 'gone', at, cause: null, told: 'seen' } as const;
    if (!open)
      return isLost ? { ...history, events: [...history.events, { ...outage, until: at, over: false }] } : history;
    const updated = { ...open, until: at, over: !isLost };
    return { ...history, events: history.events.map((event) => (event === last ? updated : event)) };
  });
}

function* noteDeed(book: TimelineRegistry, action: UnknownAction) {
  const done = doneBy(action, yield* select((state: WithChannels) => state));
  if (done) yield* book.done(done);
}

function* clear(book: TimelineRegistry, { payload: channel }: ReturnType<typeof timelineCleared>) {
  yield* book.clear(channel);
  yield* book.clear(CORE_TIMELINE);
}

function* showOften(book: TimelineRegistry) {
  const { hidden } = yield* browser('visibility');
  while (true) {
    yield* delay(SHOW_MS);
    if (hidden()) continue;
    if ((yield* select(({ connection }: WithConnection) => connection.status)) === 'lost') yield* lookForCore(book);
    yield* book.showAll();
  }
}

function* keepOften(book: TimelineRegistry) {
  const { hidden, listen } = yield* browser('visibility');
  const turns = eventChannel<true>((emit) => listen(() => emit(true)));
  try {
    while (true) {
      const { turned } = yield* race({ waited: delay(KEEP_MS), turned: take(turns) });
      if (hidden() === (turned === true)) yield* book.keep();
    }
  } finally {
    turns.close();
  }
}
