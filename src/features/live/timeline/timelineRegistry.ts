import { channel as queue } from 'redux-saga';
import { put, select, take } from 'typed-redux-saga';
import type { Egresses } from '../../../media/channel/channel.ts';
import { outputName } from '../../../media/channel/publicationOutputs.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import {
  addObservation,
  nothingHeld,
  type Observation,
  type TrackerState,
} from '../../../media/timeline/addObservation.ts';
import {
  type Event,
  type History,
  type Now,
  noHistory,
  type OperatorAction,
  trimHistory,
} from '../../../media/timeline/event.ts';
import { healthBar } from '../../../media/timeline/healthBar.ts';
import { type JournalHistory, withJournal } from '../../../media/timeline/journalHistory.ts';
import { mergeHistories } from '../../../media/timeline/mergeHistories.ts';
import { historyAt, parseHistory, parseKept, storedHistory } from '../../../media/timeline/storedHistory.ts';
import { type Host, host } from '../../gate/host/host.ts';
import type { WithChannels } from '../channel/slice.ts';
import { publicationsOf } from '../publication/publicationState.ts';
import type { WithStatus } from '../status/slice.ts';
import type { LocalAction } from './operatorActions.ts';
import { barsKnown, historyKnown, type WithHistory } from './slice.ts';

interface ChannelTimeline {
  history: History;
  held: TrackerState;
  journal: JournalHistory | null;
  /** Whether events are not yet shown, or not yet stored. */
  unshown: boolean;
  unkept: boolean;
}

const emptyTimeline = (history: History = noHistory): ChannelTimeline => ({
  ...{ history, held: nothingHeld, journal: null, unshown: true, unkept: false },
});

/** Longer durations alone are not news. */
const isNews = (before: readonly Event[], after: readonly Event[]) =>
  before.length !== after.length ||
  after.some((event, i) => {
    const previous = before[i];
    if (event === previous) return false;
    return (
      event.kind !== 'state' ||
      previous?.kind !== 'state' ||
      previous.status !== event.status ||
      previous.over !== event.over ||
      previous.cause !== event.cause
    );
  });

function namesAfter(names: History['names'], egresses: Egresses): History['names'] {
  const now = Object.keys(egresses).map((id) => [id, outputName(egresses, id)] as const);
  return now.every(([id, name]) => names[id] === name) ? names : { ...names, ...Object.fromEntries(now) };
}

function addToTimeline(
  page: ChannelTimeline,
  observation: Observation,
  egresses: Egresses,
): { page: ChannelTimeline; news: boolean } {
  const { history, held: tracker } = addObservation(page.history, page.held, observation);
  const news = isNews(page.history.events, history.events);
  const named = { ...history, names: namesAfter(history.names, egresses) };
  const next = news ? trimHistory(named, observation.at) : named;
  return { page: { ...page, history: next, held: tracker, unshown: true, unkept: true }, news };
}

const AGAIN_MS = 1000;

function addAction(page: ChannelTimeline, action: OperatorAction, egresses: Egresses): ChannelTimeline {
  const { events, names } = page.history;
  const again = events.some(
    (event) =>
      event.kind === 'deed' && event.of === action.of && event.act === action.act && action.at - event.at < AGAIN_MS,
  );
  if (again) return page;
  const history = { ...page.history, events: [...events, action], names: namesAfter(names, egresses) };
  return { ...page, history, unshown: true, unkept: true };
}

/** How long a page must be open before it drops old events, in case its clock was wrong. */
const TRUST_MS = 60 * 60 * 1000;

/** Maximum characters of a stored text including its key. */
const MOST = 7900;
/** Maximum number of stored channels; the least recently viewed are dropped. */
const MOST_CHANNELS = 24;

/** Stores the timelines of one core. Merges with what other tabs write. */
export function createTimelineStorage(storage: Host['storage'], coreId: string) {
  const index = `${coreId}:history`;
  const keyOf = (channel: string) => `${index}:${channel}`;
  const openedMs = performance.now();
  /** null until the page is old enough that a wrong clock would have been noticed. */
  const forgetsBy = (now: number): Now => (performance.now() - openedMs < TRUST_MS ? null : now);
  const parseStored = (text: string | null, now: number): History => {
    const history = parseHistory(text);
    const by = forgetsBy(now);
    return by === null ? { ...history, cleared: Math.min(history.cleared, now) } : historyAt(history, by);
  };

  function listed(channel: string) {
    const [first, ...others] = [channel, ...parseKept(storage.read(index)).filter((id) => id !== channel)];
    const ids = [first, ...others];
    for (const id of ids.slice(MOST_CHANNELS)) storage.remove(keyOf(id));
    const text = JSON.stringify(ids.slice(0, MOST_CHANNELS));
    if (text !== storage.read(index)) storage.write(index, text);
  }

  return {
    keyOf,
    read: (channel: string, now: number): History => historyAt(parseHistory(storage.read(keyOf(channel))), now),
    /** Merges with the stored text and returns the events to show. */
    write(channel: string, history: History, now: number): History {
      const all = mergeHistories(history, parseStored(storage.read(keyOf(channel)), now), forgetsBy(now));
      storage.write(keyOf(channel), storedHistory(all, forgetsBy(now), MOST));
      listed(channel);
      return historyAt(all, now);
    },
    remove(channel: string) {
      storage.remove(keyOf(channel));
    },
    clear() {
      for (const id of parseKept(storage.read(index))) storage.remove(keyOf(id));
      storage.remove(index);
    },
    /** Merges a text written by another tab; `more`: this tab knows events that it lacks. */
    heard(text: string | null, own: History, now: number): { history: History; more: boolean } {
      const all = mergeHistories(own, parseStored(text, now), forgetsBy(now));
      return { history: historyAt(all, now), more: storedHistory(all, forgetsBy(now), MOST) !== text };
    },
  };
}

export type TimelineStorage = ReturnType<typeof createTimelineStorage>;

/** Holds the timelines of all channels viewed so far. The store contains only what is shown. */
export function createTimelineRegistry(timelines: TimelineStorage) {
  const pages = new Map<string, ChannelTimeline>();
  const changes = queue<{ channel: string; text: string | null }>();
  const unlisten: (() => void)[] = [];

  function* open(channel: string) {
    const existing = pages.get(channel);
    if (existing) return existing;
    const now = yield* host('now');
    const storage = yield* host('storage');
    const page = emptyTimeline(timelines.read(channel, now()));
    pages.set(channel, page);
    unlisten.push(storage.listen(timelines.keyOf(channel), (text) => changes.put({ channel, text })));
    // Without this, the timeline would look empty until the first status.
    if (page.history.events.length > 0) {
      yield* put(historyKnown({ channel, history: page.history }));
      yield* showBars();
    }
    return page;
  }

  function* set(channel: string, change: (history: History) => History) {
    const page = yield* open(channel);
    pages.set(channel, { ...page, history: change(page.history), unshown: true, unkept: true });
    yield* show(channel);
  }

  function* show(channel: string) {
    const page = pages.get(channel);
    if (!page?.unshown) return;
    pages.set(channel, { ...page, unshown: false });
    const { history, journal } = page;
    yield* put(historyKnown({ channel, history: journal === null ? history : withJournal(history, journal) }));
    yield* showBars();
  }

  function* showBars() {
    const now = yield* host('now');
    const {
      status,
      timeline: history,
      ...state
    } = yield* select((current: WithStatus & WithHistory & WithChannels) => current);
    const { watched } = status;
    const { history: shown } = (watched !== null && pages.get(watched)) || emptyTimeline();
    const subjects = watched === null ? [] : ['source', ...Object.keys(publicationsOf(state, watched))];
    const bars = Object.fromEntries(subjects.map((of) => [of, healthBar(shown, of, now())]));
    if (!sameJson(bars, history.bars)) yield* put(barsKnown(bars));
  }

  return {
    *looked(channel: string, observation: Observation) {
      const page = yield* open(channel);
      const egresses = publicationsOf(yield* select((state: WithChannels) => state), channel);
      const { page: next, news } = addToTimeline(page, observation, egresses);
      pages.set(channel, next);
      if (news) yield* show(channel);
    },
    *done({ channel, of, act }: LocalAction) {
      const now = yield* host('now');
      const page = yield* open(channel);
      const egresses = publicationsOf(yield* select((state: WithChannels) => state), channel);
      pages.set(channel, addAction(page, { kind: 'deed', of, act, by: 'here', at: now() }, egresses));
      yield* show(channel);
    },
    *add(channel: string, events: readonly Event[]) {
      const now = yield* host('now');
      yield* set(channel, (history) => mergeHistories(history, { ...history, events }, now()));
    },
    set,
    *tell(channel: string, journal: JournalHistory) {
      const page = yield* open(channel);
      pages.set(channel, { ...page, journal, unshown: true });
      yield* show(channel);
    },
    *clear(channel: string) {
      const now = yield* host('now');
      const cleared = now();
      yield* set(channel, (history) => ({ ...history, events: [], names: {}, watched: [], cleared }));
      yield* keep();
    },
    *showAll() {
      for (const channel of pages.keys()) yield* show(channel);
      yield* showBars();
    },
    keep,
    *hear() {
      const now = yield* host('now');
      try {
        while (true) {
          const { channel, text } = yield* take(changes);
          const page = pages.get(channel);
          if (!page) continue;
          const { history, more } = timelines.heard(text, page.history, now());
          pages.set(channel, { ...page, history, unshown: true, unkept: more });
          yield* show(channel);
        }
      } finally {
        for (const stop of unlisten) stop();
      }
    },
  };

  function* keep() {
    const now = yield* host('now');
    for (const [channel, page] of pages) {
      if (!page.unkept) continue;
      const history = timelines.write(channel, page.history, now());
      pages.set(channel, { ...page, history, unshown: true, unkept: false });
    }
  }
}

export type TimelineRegistry = ReturnType<typeof createTimelineRegistry>;
