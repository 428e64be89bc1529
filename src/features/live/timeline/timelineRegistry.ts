import { channel as queue } from 'redux-saga';
import { put, select, take } from 'typed-redux-saga';
import { sameJson } from '../../../media/stored/sameJson.ts';
import type { Observation } from '../../../media/timeline/addObservation.ts';
import type { Event, History } from '../../../media/timeline/event.ts';
import { healthBar } from '../../../media/timeline/healthBar.ts';
import { mergeHistories } from '../../../media/timeline/mergeHistories.ts';
import { host } from '../../gate/host/host.ts';
import type { WithChannels } from '../channel/slice.ts';
import { publicationsOf } from '../publication/selectors.ts';
import type { WithStatus } from '../status/slice.ts';
import { addAction, addLook, blankPage, type Page } from './channelTimeline.ts';
import type { LocalAction } from './operatorActions.ts';
import { barsKnown, historyKnown, type WithHistory } from './slice.ts';
import type { Shelf } from './timelineStorage.ts';

/** What is known of all channels that somebody looked at. What others see of it is in the store. */
export function createBook(shelf: Shelf) {
  const pages = new Map<string, Page>();
  const heard = queue<{ channel: string; text: string | null }>();
  const ears: (() => void)[] = [];

  /** With what was kept of it. */
  function* open(channel: string) {
    const known = pages.get(channel);
    if (known) return known;
    const now = yield* host('now');
    const storage = yield* host('storage');
    const page = blankPage(shelf.read(channel, now()));
    pages.set(channel, page);
    ears.push(storage.listen(shelf.keyOf(channel), (text) => heard.put({ channel, text })));
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
    yield* put(historyKnown({ channel, history: page.history }));
    yield* showBars();
  }

  /** Of the channel in view. */
  function* showBars() {
    const now = yield* host('now');
    const {
      status,
      timeline: history,
      ...state
    } = yield* select((known: WithStatus & WithHistory & WithChannels) => known);
    const { watched } = status;
    const { history: known } = (watched !== null && pages.get(watched)) || blankPage();
    const subjects = watched === null ? [] : ['source', ...Object.keys(publicationsOf(state, watched))];
    const bars = Object.fromEntries(subjects.map((of) => [of, healthBar(known, of, now())]));
    if (!sameJson(bars, history.bars)) yield* put(barsKnown(bars));
  }

  return {
    *looked(channel: string, look: Observation) {
      const page = yield* open(channel);
      const egresses = publicationsOf(yield* select((state: WithChannels) => state), channel);
      const { page: next, news } = addLook(page, look, egresses);
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
    /** Until it is cancelled. */
    *hear() {
      const now = yield* host('now');
      try {
        while (true) {
          const { channel, text } = yield* take(heard);
          const page = pages.get(channel);
          if (!page) continue;
          const { history, more } = shelf.heard(text, page.history, now());
          pages.set(channel, { ...page, history, unshown: true, unkept: more });
          yield* show(channel);
        }
      } finally {
        for (const stop of ears) stop();
      }
    },
  };

  function* keep() {
    const now = yield* host('now');
    for (const [channel, page] of pages) {
      if (!page.unkept) continue;
      const history = shelf.write(channel, page.history, now());
      pages.set(channel, { ...page, history, unshown: true, unkept: false });
    }
  }
}

export type Book = ReturnType<typeof createBook>;
