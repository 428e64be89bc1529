import { hasExtension } from '../../../api/coreExtensions.ts';
import { outputFact, publicationFact } from '../../../media/channel/publicationFact.ts';
import {
  hasIngest,
  isFresh,
  outputInPassing,
  type PassingStatus,
  situationInPassing,
} from '../../../media/channel/seenInPassing.ts';
import { unreadableCodec } from '../../../media/diagnosis/unreadablePush.ts';
import type { ChannelStatus } from '../../../media/status/channelStatus.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { steadyVerdict, type Verdict, verdictOf } from '../../../media/verdict/verdict.ts';
import type { PublicationFact, Situation } from '../../../media/verdict/verdictTypes.ts';
import { coreInfoOf } from '../../gate/session/slice.ts';
import { recentCpuIn, steadyCpuIn } from '../../shared/resource/slice.ts';
import { holdIn } from '../hold/slice.ts';
import { missingSinceIn, seenAtIn, sightIn, storedIn, unreadIn } from '../ingest/selectors.ts';
import { orderedIds, publicationStateOf, publicationsOf, stateInStatus } from '../publication/publicationState.ts';
import { isWatched, sourceIn } from '../status/slice.ts';
import { blackSinceIn, farKeyframesIn, frozenSinceIn, silentSinceIn } from '../streamInspector/slice.ts';
import { type ChannelView, type ChannelViews, type FactsState, OFF, shortOf, type WithVerdicts } from './slice.ts';

function arrivingFacts({ ingest: { arriving, arrivingSince }, session, pushAddress: push }: FactsState) {
  const { skills, about } = coreInfoOf(session) ?? {};
  const isPushed = push.status === 'known' && push.held?.push.type === 'rtmp';
  return {
    arriving,
    arrivingSince,
    unreadable: arriving && skills ? unreadableCodec(arriving, skills) : null,
    unfollowed: isPushed && about !== undefined && !hasExtension(about, 'published-streams'),
    hadAudio: push.status === 'known' ? (push.held?.hasAudio ?? null) : null,
    // Without a push, ffmpeg only reports video that the process uses.
    hadVideo: push.status === 'known' ? (push.held?.hasVideo ?? true) : null,
  };
}

/** Facts that exist only for the watched channel. */
const closeFacts = (state: FactsState, now: number) => ({
  ...sightIn(state),
  unread: unreadIn(state) !== null,
  // A lost connection says nothing about the speed of the core.
  seenAt: state.status.aged === 'lost' && state.connection.status === 'alive' ? null : seenAtIn(state),
  flow: sourceIn(state)?.flow ?? null,
  stored: storedIn(state, now),
  sender: state.ingest.sender,
  returned: state.ingest.returned,
  received: state.ingest.received,
  ...arrivingFacts(state),
  missingSince: missingSinceIn(state),
  blackSince: blackSinceIn(state),
  frozenSince: frozenSinceIn(state),
  silentSince: silentSinceIn(state, now),
  keyframes: farKeyframesIn(state, now),
  // A full machine concerns all channels, so it is reported only for the watched one.
  cpu: steadyCpuIn(state),
  memory: state.resource?.memory.percent ?? null,
});

/** Returns the last overview status; null if the channel is watched with a current status, or unknown. */
function passingStatusIn(state: FactsState, channel: string, now: number): PassingStatus | null {
  const status = state.status.channels[channel];
  if (isWatched(state, channel) || !hasIngest(status)) return null;
  return state.status.watched !== channel || isFresh(status, now) ? status : null;
}

const sightOf = ({ connection }: FactsState, now: number) => ({ now, alive: connection.status === 'alive' });

function outputsIn(state: FactsState, channel: string, status: PassingStatus | null, now: number) {
  const stateOf = (id: string) => {
    if (!status) return publicationStateOf(state, id);
    return outputInPassing(stateInStatus(state, status, id), status, sightOf(state, now));
  };
  return Object.fromEntries(Object.keys(publicationsOf(state, channel)).map((id) => [id, stateOf(id)] as const));
}

export function outputsOfChannel(state: FactsState, channel: string, now: number): readonly PublicationFact[] {
  const egresses = publicationsOf(state, channel);
  const outputs = outputsIn(state, channel, passingStatusIn(state, channel, now), now);
  return Object.entries(outputs).map(([id, output]) => outputFact(egresses, id, output));
}

const askedIn = ({ status, ingest }: FactsState, channel: string) => (status.watched === channel ? ingest.asked : null);

/** Returns all facts on a source for its verdict and timeline, or null before the first request. `now` in ms. */
function sourceFactsOf(state: FactsState, channel: string, now: number): Situation | null {
  const status = passingStatusIn(state, channel, now);
  if (!status && state.status.watched !== channel) return null;
  const facts = {
    ...sightOf(state, now),
    ...{ hold: holdIn(state, channel), cpuLately: recentCpuIn(state) },
  };
  return status
    ? situationInPassing(status, { ...facts, asked: askedIn(state, channel) })
    : { ...facts, publications: [], ...closeFacts(state, now) };
}

const publicationsAmong = (state: FactsState, channel: string, outputs: ChannelView['outputs']): PublicationFact[] =>
  orderedIds(state, channel).map((id) => publicationFact(publicationsOf(state, channel), id, outputs));

/** Returns the verdict on the source regardless of its publications, or null before the first request. */
export function sourceVerdictOf(state: FactsState, channel: string, now: number): Verdict | null {
  const facts = sourceFactsOf(state, channel, now);
  if (!facts) return null;
  const outputs = outputsIn(state, channel, passingStatusIn(state, channel, now), now);
  const publications = publicationsAmong(state, channel, outputs).map(({ lacks: _, ...fact }) => ({
    ...fact,
    status: fact.status === 'failing' ? ('starting' as const) : fact.status,
  }));
  return verdictOf({ ...facts, publications });
}

function viewedAnew(state: FactsState, channel: string, now: number): ChannelView | null {
  const source = sourceFactsOf(state, channel, now);
  if (!source) return null;
  const status = passingStatusIn(state, channel, now);
  const outputs = outputsIn(state, channel, status, now);
  const publications = publicationsAmong(state, channel, outputs);
  const verdict = verdictOf({ ...source, publications });
  const control = status
    ? {
        progress: state.connection.status === 'alive' && isFresh(status, now) ? status.ingest.progress : null,
        asked: askedIn(state, channel),
        failure: status.ingest.failure,
      }
    : sightIn(state);
  const isAbsent = state.status.channels[channel]?.ingest === null;
  const short = isAbsent ? OFF : shortOf(verdict, control);
  return { verdict, short, control, outputs, publications, hold: holdIn(state, channel) };
}

const passingViews = new WeakMap<ChannelStatus, { inputs: readonly unknown[]; view: ChannelView }>();

/** Memoized by status, so that of many channels only the changed ones are computed. */
export function viewOf(state: FactsState, channel: string, now: number): ChannelView | null {
  const status = passingStatusIn(state, channel, now);
  const cached = status && passingViews.get(status);
  const inputs = status && [
    state.channel.list,
    askedIn(state, channel),
    state.publication.asked,
    state.publication.refused,
    state.connection.status,
    state.hold.sightings[channel],
    state.proof[channel],
    recentCpuIn(state),
    isFresh(status, now) ? null : now,
  ];
  if (cached && inputs?.every((input, i) => input === cached.inputs[i])) return cached.view;
  const view = viewedAnew(state, channel, now);
  if (status && inputs && view) passingViews.set(status, { inputs, view });
  return view;
}

function steadied(before: ChannelView | undefined, view: ChannelView | null, now: number): ChannelView | null {
  if (!view) return null;
  const { verdict, ...steady } = steadyVerdict(before, view.verdict, now);
  return verdict === view.verdict ? view : { ...view, ...steady, verdict, short: shortOf(verdict, view.control) };
}

/** Returns the views of all known channels, with the same objects if unchanged. */
export function viewsAfter(state: FactsState & WithVerdicts, now: number): ChannelViews {
  const { channels, watched } = state.status;
  const ids = new Set([...Object.keys(channels), ...(watched === null ? [] : [watched])]);
  return Object.fromEntries(
    [...ids].flatMap((channel): [string, ChannelView][] => {
      const before = state.verdict[channel];
      const view = steadied(before, viewOf(state, channel, now), now);
      return view ? [[channel, before && sameJson(before, view) ? before : view]] : [];
    }),
  );
}
