import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type {
  AlarmDeliveries,
  AlarmIncidents,
  AlarmReceiver,
  Alarms,
  DeliveryAnswer,
} from '../../../api/agentEndpoints.ts';
import type { Silence } from '../../../media/incident/usualChoice.ts';
import type { MaskedText } from '../../../media/masking/maskedText.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import type { ReceiverKind } from './receiverForm/receiverDraft.ts';

export type AlarmIncident = AlarmIncidents['incidents'][number];
export type AlarmDelivery = AlarmDeliveries['deliveries'][number];

export interface AlarmsKnown {
  kinds: readonly ReceiverKind[];
  receivers: readonly AlarmReceiver[];
  alarms: Alarms;
  /** Newest first, including older pages that were loaded on request. */
  incidents: readonly AlarmIncident[];
  deliveries: readonly AlarmDelivery[];
}

export type AlarmList = 'incidents' | 'deliveries';

/** Result of a test message, from the form (`id` null) or for a stored receiver. */
export type AlarmTrial = { id: string | null } & (
  | { status: 'running' }
  | { status: 'answered'; answer: DeliveryAnswer }
  | { status: 'failed'; reason: MaskedText }
);

interface AlarmsState {
  known: AlarmsKnown | null;
  /** Failure of the last poll; `code` as in `CoreError`. */
  trouble: { code: number; reason: MaskedText } | null;
  /** Lists loaded to their end. */
  ended: readonly AlarmList[];
  /** Actions in flight, as `type id`. */
  busy: readonly string[];
  trial: AlarmTrial | null;
  stored: string | null;
}

export interface WithAlarms {
  alarms: AlarmsState;
}

export const alarmsOpened = createAction('alarms/opened');
export const alarmsClosed = createAction('alarms/closed');
export const olderWanted = createAction<AlarmList>('alarms/olderWanted');
export const receiverDeleteRequested = createAction<string>('alarms/receiverDeleted');
export const receiverTestRequested = createAction<string>('alarms/receiverTested');
export const receiverSwitched = createAction<{ id: string; on: boolean }>('alarms/receiverSwitched');
export const deliveryAgainRequested = createAction<number>('alarms/deliveryAgain');
export const silenceRequested = createAction<Silence>('alarms/silenced');
export const silenceEndRequested = createAction<Silence>('alarms/silenceEnded');

/** More rows would slow the page down, so the oldest are dropped. */
const MOST_LISTED = 2000;

const initialState: AlarmsState = { known: null, trouble: null, ended: [], busy: [], trial: null, stored: null };

function merged<Row>(
  before: readonly Row[],
  news: readonly Row[],
  keyOf: (row: Row) => string | number,
  ageOf: (row: Row) => number,
): readonly Row[] {
  const rows = new Map([...before, ...news].map((row) => [keyOf(row), row]));
  const all = [...rows.values()].sort((a, b) => ageOf(b) - ageOf(a)).slice(0, MOST_LISTED);
  return sameJson(all, before) ? before : all;
}

const withIncidents = (before: readonly AlarmIncident[], news: readonly AlarmIncident[]) =>
  merged(
    before,
    news,
    ({ id }) => id,
    ({ begun: startedAt }) => startedAt,
  );
const withDeliveries = (before: readonly AlarmDelivery[], news: readonly AlarmDelivery[]) =>
  merged(
    before,
    news,
    ({ number }) => number,
    ({ number }) => number,
  );

type Older = { incidents: readonly AlarmIncident[] } | { deliveries: readonly AlarmDelivery[] };

const slice = createSlice({
  name: 'alarms',
  initialState,
  reducers: {
    alarmsHeard: (state, { payload }: PayloadAction<AlarmsKnown>): AlarmsState => {
      // The response contains all ongoing incidents, so any other one has ended.
      const ended = state.known?.incidents.filter(({ status }) => status === 'resolved') ?? [];
      const alarms: AlarmsKnown = {
        ...payload,
        incidents: withIncidents(ended, payload.incidents),
        deliveries: withDeliveries(state.known?.deliveries ?? [], payload.deliveries),
      };
      return { ...state, trouble: null, known: sameJson(alarms, state.known) ? state.known : alarms };
    },
    alarmsUnheard: (state, { payload }: PayloadAction<AlarmsState['trouble']>): AlarmsState => ({
      ...state,
      trouble: sameJson(state.trouble, payload) ? state.trouble : payload,
    }),
    /** An empty page is the end of the list. */
    olderHeard: (state, { payload }: PayloadAction<Older>): AlarmsState => {
      const { known: alarms, ended } = state;
      if (alarms === null) return state;
      if ('incidents' in payload) {
        const incidents = withIncidents(alarms.incidents, payload.incidents);
        return payload.incidents.length === 0
          ? { ...state, ended: [...ended, 'incidents'] }
          : { ...state, known: { ...alarms, incidents } };
      }
      const deliveries = withDeliveries(alarms.deliveries, payload.deliveries);
      return payload.deliveries.length === 0
        ? { ...state, ended: [...ended, 'deliveries'] }
        : { ...state, known: { ...alarms, deliveries } };
    },
    receiversHeard: (state, { payload: receivers }: PayloadAction<readonly AlarmReceiver[]>): AlarmsState => ({
      ...state,
      known: state.known && { ...state.known, receivers },
    }),
    settingsHeard: (state, { payload: alarms }: PayloadAction<Alarms>): AlarmsState => ({
      ...state,
      known: state.known && { ...state.known, alarms },
    }),
    actBegun: (state, { payload }: PayloadAction<string>): AlarmsState => ({
      ...state,
      busy: [...state.busy, payload],
    }),
    actEnded: (state, { payload }: PayloadAction<string>): AlarmsState => ({
      ...state,
      busy: state.busy.filter((action) => action !== payload),
    }),
    trialTold: (state, { payload: trial }: PayloadAction<AlarmTrial | null>): AlarmsState => ({ ...state, trial }),
    receiverStored: (state, { payload: stored }: PayloadAction<string>): AlarmsState => ({ ...state, stored }),
  },
  extraReducers: (builder) =>
    builder.addCase(alarmsClosed, (state): AlarmsState => ({ ...initialState, busy: state.busy })),
});

export const {
  alarmsHeard,
  alarmsUnheard,
  olderHeard,
  receiversHeard,
  settingsHeard,
  actBegun,
  actEnded,
  trialTold,
  receiverStored,
} = slice.actions;
export const alarms = slice.reducer;

export const knownIn = ({ alarms: { known: alarms } }: WithAlarms): AlarmsKnown | null => alarms;
