import { eventChannel } from 'redux-saga';
import { all, call, delay, put, race, select, take } from 'typed-redux-saga';
import { hasExtension } from '../../../api/coreExtensions.ts';
import { fieldTargetOf } from '../../../media/diagnosis/processFailure.ts';
import { unreadableCodec } from '../../../media/diagnosis/unreadablePush.ts';
import { flowingSeconds } from '../../../media/run/throughput.ts';
import { type ChannelStatus, hasNoSource } from '../../../media/status/channelStatus.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { type ShownVerdict, shownAfter, type Verdict, verdictOf } from '../../../media/verdict/verdict.ts';
import type { PublicationFact, Situation } from '../../../media/verdict/verdictTypes.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../gate/host/host.ts';
import { coreInfoOf } from '../../gate/session/slice.ts';
import { recentCpuIn, steadyCpuIn } from '../../shared/resource/slice.ts';
import { backupOf, outputName, sendingOutputs } from '../channel/publicationOutputs.ts';
import type { Egresses, WithChannels } from '../channel/slice.ts';
import { missingSinceIn, seenAtIn, sightIn, storedIn, unreadIn } from '../ingest/selectors.ts';
import {
  orderedIds,
  type PublicationState,
  publicationStateOf,
  publicationsOf,
  refusedWords,
  sendingOf,
} from '../publication/publicationState.ts';
import { seenIn, type WithShownChannels } from '../shownChannels/slice.ts';
import { isFresh, isWatched, sourceIn } from '../status/slice.ts';
import { blackSinceIn, farKeyframesIn, frozenSinceIn, silentSinceIn } from '../streamInspector/slice.ts';
import { type FactsState, type ShownVerdicts, verdictsChanged, type WithVerdicts } from './slice.ts';

type StateOf = (id: string) => PublicationState;

function outputFact(egresses: Egresses, id: string, stateOf: StateOf): PublicationFact {
  const publication = stateOf(id);
  const { refused, failure } = publication;
  return {
    id,
    name: outputName(egresses, id),
    status: sendingOf(publication),
    words: refused === null ? (failure?.words ?? null) : refusedWords,
    to: refused === null && failure ? fieldTargetOf(failure) : null,
    since: failure?.since ?? failure?.at ?? null,
  };
}

/** A publication as one: of two outputs the one that is to be mended says why. */
function publicationFact(egresses: Egresses, id: string, stateOf: StateOf): PublicationFact {
  const first = outputFact(egresses, id, stateOf);
  const backup = backupOf(egresses, id);
  if (backup === null) return first;
  const second = backup in egresses ? outputFact(egresses, backup, stateOf) : null;
  const { status, lacks } = sendingOutputs(first.status, second?.status ?? null);
  const told = (lacks ?? (first.status === 'failing' ? 'primary' : 'backup')) === 'primary' ? first : second;
  const named = { ...(told ?? { words: null, to: null, since: null }), id, name: egresses[id]?.name ?? '', status };
  return lacks === null ? named : { ...named, lacks: { role: lacks, id: told?.id ?? null } };
}

const sendingAmong = (state: WithChannels, channel: string, stateOf: StateOf): PublicationFact[] =>
  orderedIds(state, channel).map((id) => publicationFact(publicationsOf(state, channel), id, stateOf));

function passingStateOf(look: ChannelStatus, id: string): PublicationState {
  const { progress = null, failure = null, flow = null } = look.egresses[id] ?? {};
  const resuming = look.ingest?.progress.status === 'connecting' ? flowingSeconds(look.ingest.flow) : null;
  return { progress, failure, flow, waiting: hasNoSource(look.ingest), resuming, asked: null, refused: null };
}

/** How the processes of any channel are known, closely watched or not; null: not at all. */
function stateIn(state: FactsState, channel: string): StateOf | null {
  if (isWatched(state, channel)) return (id) => publicationStateOf(state, id);
  const look = state.status.channels[channel];
  return look ? (id) => passingStateOf(look, id) : null;
}

/** How the publications of any channel are. */
export function sendingOfChannel(state: FactsState, channel: string): PublicationFact[] {
  const stateOf = stateIn(state, channel);
  return stateOf ? sendingAmong(state, channel, stateOf) : [];
}

/** How each process of its publications is. */
export function outputsOfChannel(state: FactsState, channel: string): PublicationFact[] {
  const stateOf = stateIn(state, channel);
  const egresses = publicationsOf(state, channel);
  return stateOf ? Object.keys(egresses).map((id) => outputFact(egresses, id, stateOf)) : [];
}

/** Of an encoder that pushes by RTMP. */
function arrivingFacts({ ingest: { arriving, arrivingSince }, session, pushAddress: push }: FactsState) {
  const { skills, about } = coreInfoOf(session) ?? {};
  const isPushed = push.status === 'known' && push.held?.push.type === 'rtmp';
  return {
    arriving,
    arrivingSince,
    unreadable: arriving && skills ? unreadableCodec(arriving, skills) : null,
    unfollowed: isPushed && about !== undefined && !hasExtension(about, 'published-streams'),
    hadAudio: push.status === 'known' ? (push.held?.hasAudio ?? null) : null,
    hadVideo: push.status === 'known' ? (push.held?.hasVideo ?? null) : null,
  };
}

/** What the channel on the screen is asked for besides. */
const closeFacts = (state: FactsState, now: number) => ({
  ...sightIn(state),
  unread: unreadIn(state) !== null,
  // What was so before the core was away is old, and the core is not slow for it.
  seenAt: state.status.aged === 'lost' && state.connection.status !== 'lost' ? null : seenAtIn(state),
  flow: sourceIn(state)?.flow ?? null,
  stored: storedIn(state, now),
  sender: state.ingest.sender,
  received: state.ingest.received,
  ...arrivingFacts(state),
  missingSince: missingSinceIn(state),
  blackSince: blackSinceIn(state),
  frozenSince: frozenSinceIn(state),
  silentSince: silentSinceIn(state, now),
  keyframes: farKeyframesIn(state, now),
  // A full machine is full for all channels: it is only reported for the one on the screen.
  cpu: steadyCpuIn(state),
  memory: state.resource?.memory.percent ?? null,
});

type PassingStatus = ChannelStatus & { ingest: NonNullable<ChannelStatus['ingest']> };

const hasIngest = (look: ChannelStatus | undefined): look is PassingStatus => look != null && look.ingest !== null;

/** The last look at a channel that is not watched closely now; null: it is, or it has not been seen. */
function passingStatusIn(state: FactsState, channel: string, now: number): PassingStatus | null {
  const look = state.status.channels[channel];
  if (isWatched(state, channel) || !hasIngest(look)) return null;
  return state.status.watched !== channel || isFresh(look, now) ? look : null;
}

/**
 * All that is known of a channel, on the screen or seen in passing: its verdict and its timeline are made of this. A
 * new object each time; `now` (ms) says how old it is. null: the core has not been asked for it yet.
 */
export function factsOf(state: FactsState, channel: string, now: number): Situation | null {
  const look = passingStatusIn(state, channel, now);
  if (!look && state.status.watched !== channel) return null;
  return {
    now: look && isFresh(look, now) ? look.seenAt : now,
    alive: state.connection.status !== 'lost',
    cpuLately: recentCpuIn(state),
    publications: sendingAmong(state, channel, (id) =>
      look ? passingStateOf(look, id) : publicationStateOf(state, id),
    ),
    ...(look ? { seenAt: look.seenAt, ...look.ingest } : closeFacts(state, now)),
  };
}

const passingVerdicts = new WeakMap<ChannelStatus, { inputs: readonly unknown[]; verdict: Verdict }>();

/** The verdict of now, before it is held. Of many channels seen in passing, only those that changed are judged again. */
export function verdictIn(state: FactsState, channel: string, now: number): Verdict | null {
  const look = passingStatusIn(state, channel, now);
  const known = look && passingVerdicts.get(look);
  const inputs = look && [
    publicationsOf(state, channel),
    state.connection.status === 'lost',
    recentCpuIn(state),
    isFresh(look, now) ? null : now,
  ];
  if (known && inputs?.every((input, i) => input === known.inputs[i])) return known.verdict;
  const facts = factsOf(state, channel, now);
  const verdict = facts && verdictOf(facts);
  if (look && inputs && verdict) passingVerdicts.set(look, { inputs, verdict });
  return verdict;
}

type State = FactsState & WithVerdicts & WithShownChannels;

export function* verdictSaga() {
  yield* all([call(followFacts), call(followClock)]);
}

const update = catchSagaErrors(updateVerdicts);

/** In the same dispatch as the action that changed something. */
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

/** The parts of the state that verdicts are made of, and which channels are shown. */
const partsOf = (state: State): readonly unknown[] => [
  state.status,
  state.ingest,
  state.pushAddress,
  state.publication,
  state.channel,
  state.connection,
  state.resource,
  state.streamInspector,
  state.shownChannels,
];

const TICK_MS = 1000;

/** What is known gets old, and problems are held for a while. A hidden page is brought up to date when it is shown. */
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

export function* updateVerdicts() {
  const now = yield* host('now');
  const state = yield* select((known: State) => known);
  const after = verdictsAfter(state, now());
  const isChanged =
    Object.keys(after).length !== Object.keys(state.verdict).length ||
    Object.entries(after).some(([channel, shown]) => shown !== state.verdict[channel]);
  if (isChanged) yield* put(verdictsChanged(after));
}

function verdictsAfter(state: State, now: number): ShownVerdicts {
  const { channels, watched } = state.status;
  const ids = new Set([...Object.keys(channels), ...(watched === null ? [] : [watched])]);
  return Object.fromEntries(
    [...ids].flatMap((channel): [string, ShownVerdict][] => {
      const verdict = verdictIn(state, channel, now);
      if (!verdict) return [];
      const before = state.verdict[channel] ?? null;
      const shown = shownAfter(before, verdict, now);
      return [[channel, before && sameJson(before, shown) ? before : shown]];
    }),
  );
}
