import {
  addObservation,
  nothingHeld,
  type Observation,
  type TrackerState,
} from '../../../media/timeline/addObservation.ts';
import {
  type Event,
  type History,
  noHistory,
  type OperatorAction,
  trimHistory,
} from '../../../media/timeline/event.ts';
import type { Egresses } from '../channel/slice.ts';

/** One channel as it is written down. */
export interface Page {
  history: History;
  held: TrackerState;
  /** There is more to show than is shown, and more to keep than is kept. */
  unshown: boolean;
  unkept: boolean;
}

export const blankPage = (history: History = noHistory): Page => ({
  ...{ history, held: nothingHeld, unshown: true, unkept: false },
});

/** That time passes is none. */
const isNews = (before: readonly Event[], after: readonly Event[]) =>
  before.length !== after.length ||
  after.some((event, i) => {
    const was = before[i];
    if (event === was) return false;
    return (
      event.kind !== 'state' ||
      was?.kind !== 'state' ||
      was.status !== event.status ||
      was.over !== event.over ||
      was.cause !== event.cause
    );
  });

function namesAfter(names: History['names'], egresses: Egresses): History['names'] {
  const same = Object.entries(egresses).every(([id, { name }]) => names[id] === name);
  if (same) return names;
  return { ...names, ...Object.fromEntries(Object.entries(egresses).map(([id, { name }]) => [id, name])) };
}

/** `news`: somebody should see it at once. */
export function addLook(page: Page, look: Observation, egresses: Egresses): { page: Page; news: boolean } {
  const { history, held } = addObservation(page.history, page.held, look);
  const news = isNews(page.history.events, history.events);
  const named = { ...history, names: namesAfter(history.names, egresses) };
  const next = news ? trimHistory(named, look.at) : named;
  return { page: { history: next, held, unshown: true, unkept: true }, news };
}

/** The same press twice is one. */
const AGAIN_MS = 1000;

export function addAction(page: Page, deed: OperatorAction, egresses: Egresses): Page {
  const { events, names } = page.history;
  const again = events.some(
    (one) => one.kind === 'deed' && one.of === deed.of && one.act === deed.act && deed.at - one.at < AGAIN_MS,
  );
  if (again) return page;
  const history = { ...page.history, events: [...events, deed], names: namesAfter(names, egresses) };
  return { ...page, history, unshown: true, unkept: true };
}
