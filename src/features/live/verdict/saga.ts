import { eventChannel } from 'redux-saga';
import { all, call, delay, put, race, select, take } from 'typed-redux-saga';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../gate/host/host.ts';
import { seenIn, type WithShownChannels } from '../shownChannels/slice.ts';
import { viewsAfter } from './channelView.ts';
import { type FactsState, viewsChanged, type WithVerdicts } from './slice.ts';

type State = FactsState & WithVerdicts & WithShownChannels;

export function* verdictSaga() {
  yield* all([call(followFacts), call(followClock)]);
}

const update = catchSagaErrors(updateViews);

/** Updates the views within the dispatch that changed a fact. */
function* followFacts() {
  let before: readonly unknown[] = [];
  while (true) {
    const parts = partsOf(yield* select((state: State) => state));
    if (parts.some((part, i) => part !== before[i])) {
      before = parts;
      yield* call(update);
    }
    yield* take('*');
  }
}

const partsOf = (state: State): readonly unknown[] => [
  state.status,
  state.ingest,
  state.hold,
  state.proof,
  state.pushAddress,
  state.publication,
  state.channel,
  state.connection,
  state.resource,
  state.streamInspector,
  state.shownChannels,
];

const TICK_MS = 1000;

/** Updates the ages in the views. A hidden page is updated when it is shown again. */
function* followClock() {
  const { hidden, listen } = yield* browser('visibility');
  const turns = eventChannel<true>((emit) => listen(() => emit(true)));
  try {
    while (true) {
      if (hidden()) yield* take(turns);
      else yield* race([delay(TICK_MS), take(turns)]);
      if (!hidden() && isShown(yield* select((state: State) => state))) yield* call(update);
    }
  } finally {
    turns.close();
  }
}

const isShown = ({ shownChannels, status: { watched } }: State): boolean =>
  watched !== null || shownChannels.guarded || seenIn(shownChannels).length > 0;

export function* updateViews() {
  const now = yield* host('now');
  const state = yield* select((current: State) => current);
  const after = viewsAfter(state, now());
  const isChanged =
    Object.keys(after).length !== Object.keys(state.verdict).length ||
    Object.entries(after).some(([channel, shown]) => shown !== state.verdict[channel]);
  if (isChanged) yield* put(viewsChanged(after));
}
