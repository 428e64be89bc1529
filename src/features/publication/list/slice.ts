import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { failingAfter, type ProcessFailure, sendsNothing } from '../../../media/processFailure.ts';
import { type Flow, flowAfter, idleSeconds } from '../../../media/throughput.ts';
import { failureExplained, type ProcessAnswer, processesFetched } from '../../channel/processes.ts';

/** By id of the process, as all below. */
export const publicationSwitched = createAction<{ id: string; on: boolean }>('publication/switched');
export const publicationReconnectRequested = createAction<string>('publication/reconnectRequested');
/** `group`: those of it alone. */
export const allSwitched = createAction<{ channel: string; on: boolean; group?: string }>('publication/allSwitched');
export const publicationDeletionConfirmed = createAction<{ channel: string; id: string }>(
  'publication/deletionConfirmed',
);

export const publicationDeleted = createAction<{ id: string }>('publication/deleted');
/** The core refused, which a notice says. */
export const publicationDeletionFailed = createAction('publication/deletionFailed');

export type Intent = 'start' | 'stop' | 'restart';

/** What is known of publications beyond what the core says of their processes. */
export interface Publications {
  /** Commands under way. settledAt: when the core had carried it out (ms), 0 before. */
  asked: Readonly<Record<string, { intent: Intent; settledAt: number }>>;
  /** Why the core did not do what was asked last. */
  refused: Readonly<Record<string, string>>;
  /** Why it failed last, kept over the next tries; gone once it is live or stopped. Of renditions too. */
  failures: Readonly<Record<string, ProcessFailure>>;
  /** How the runs go that are under way. */
  flows: Readonly<Record<string, Flow>>;
  /** Stopped just now while they were live: one press brings them back. */
  undo: readonly string[];
  /** Saved just now: the list shows where it stands. */
  landed: string | null;
  /** And that of the source: what becomes of them while it stands still is its doing. */
  source: Flow | null;
}

export interface WithPublications {
  publication: Publications;
}

const without = <T>(record: Readonly<Record<string, T>>, ids: readonly string[]): Readonly<Record<string, T>> =>
  ids.some((id) => id in record)
    ? Object.fromEntries(Object.entries(record).filter(([id]) => !ids.includes(id)))
    : record;

/** The same object while nothing changed: a poll that brings no news draws nothing again. */
function failuresAfter(
  { failures: before, flows: movedBefore }: Publications,
  flows: Publications['flows'],
  source: Flow | null,
  fetched: ProcessAnswer,
): Publications['failures'] {
  const { channel, seenAt, progress: ingest, egresses } = fetched;
  const waiting = sendsNothing(ingest) || idleSeconds(source) !== null;
  const sight = { role: 'target', channel, seenAt, waiting } as const;
  let after = before;
  const shared = Object.entries(fetched.renditions ?? {}).map(([id, { progress }]) => [id, progress] as const);
  for (const [id, progress] of [...Object.entries(egresses), ...shared]) {
    const flow = flows[id] ?? null;
    const failing = failingAfter(before[id] ?? null, progress, { ...sight, flow, movedAt: movedBefore[id]?.movedAt });
    if (failing === null) after = without(after, [id]);
    else if (failing !== before[id]) after = { ...after, [id]: failing };
  }
  return after;
}

function flowsAfter(before: Publications['flows'], { egresses, seenAt }: ProcessAnswer): Publications['flows'] {
  const after = Object.entries(egresses).flatMap(([id, progress]) => {
    const flow = flowAfter(before[id] ?? null, progress, seenAt);
    return flow ? [[id, flow] as const] : [];
  });
  return after.length === 0 && Object.keys(before).length === 0 ? before : Object.fromEntries(after);
}

const slice = createSlice({
  name: 'publication',
  initialState: {
    asked: {},
    refused: {},
    failures: {},
    flows: {},
    source: null,
    undo: [],
    landed: null,
  } as Publications,
  reducers: {
    asked: (
      state,
      { payload: { ids, intent } }: PayloadAction<{ ids: readonly string[]; intent: Intent }>,
    ): Publications => ({
      ...state,
      asked: { ...state.asked, ...Object.fromEntries(ids.map((id) => [id, { intent, settledAt: 0 }])) },
      refused: without(state.refused, ids),
      failures: without(state.failures, ids),
    }),
    settled: (state, { payload: { id, at } }: PayloadAction<{ id: string; at: number }>): Publications => {
      const before = state.asked[id];
      return before ? { ...state, asked: { ...state.asked, [id]: { ...before, settledAt: at } } } : state;
    },
    refused: (state, { payload: { id, reason } }: PayloadAction<{ id: string; reason: string }>): Publications => ({
      ...state,
      asked: without(state.asked, [id]),
      refused: { ...state.refused, [id]: reason },
    }),
    undoOffered: (state, { payload: id }: PayloadAction<string>): Publications => ({
      ...state,
      undo: [...state.undo, id],
    }),
    undoOver: (state, { payload: id }: PayloadAction<string>): Publications => ({
      ...state,
      undo: state.undo.filter((one) => one !== id),
    }),
    landed: (state, { payload }: PayloadAction<string | null>): Publications => ({ ...state, landed: payload }),
  },
  extraReducers: (builder) =>
    builder
      .addCase(
        failureExplained,
        (state, { payload: { id, failing } }): Publications =>
          state.failures[id]?.at === failing.at ? { ...state, failures: { ...state.failures, [id]: failing } } : state,
      )
      .addCase(processesFetched, (state, { payload }): Publications => {
        const done = Object.entries(state.asked).flatMap(([id, { settledAt }]) =>
          settledAt > 0 && payload.askedAt >= settledAt ? [id] : [],
        );
        const asked = without(state.asked, done);
        const flows = flowsAfter(state.flows, payload);
        const source = flowAfter(state.source, payload.progress, payload.seenAt);
        const failures = failuresAfter(state, flows, source, payload);
        const same =
          asked === state.asked && failures === state.failures && flows === state.flows && source === state.source;
        return same ? state : { ...state, asked, failures, flows, source };
      }),
});

export const { asked, settled, refused, undoOffered, undoOver, landed } = slice.actions;
export const publication = slice.reducer;
