import { type PublicationState, sendingOf } from '../../../media/channel/publicationState.ts';
import { LOOK_HOLDS_MS } from '../../../media/run/statusAge.ts';
import { isSettled, isTooSlow } from '../../../media/run/throughput.ts';
import type { Observation, SubjectState } from '../../../media/timeline/addObservation.ts';
import type { Status } from '../../../media/timeline/event.ts';
import { begunAt, causeIn, observePassing, SENDINGS, sourceStand } from '../../../media/verdict/observePassing.ts';
import { OTHER_VIEWS, type Verdict } from '../../../media/verdict/verdict.ts';
import { seenAtIn, viewersIn } from '../ingest/selectors.ts';
import { publicationStateOf, publicationsOf } from '../publication/publicationState.ts';
import { sourceIn } from '../status/slice.ts';
import { outputsOfChannel, sourceVerdictOf } from '../verdict/channelView.ts';
import type { FactsState } from '../verdict/slice.ts';

function publicationStand(state: PublicationState, at: number): SubjectState {
  const sending = sendingOf(state);
  const { failure, progress, flow = null } = state;
  if (sending === 'failing')
    return {
      status: 'failing',
      since: failure?.since ?? failure?.at ?? null,
      cause: causeIn(failure),
    };
  if (sending === 'stalled') return { status: 'stalled', since: flow?.movedAt ?? null, cause: null };
  if (sending !== 'live') return { status: SENDINGS[sending], since: null, cause: null };
  if (isSettled(flow) && isTooSlow(flow)) return { status: 'slow', since: null, cause: null };
  return { status: 'live', since: begunAt(progress, at), cause: null };
}

/** Describes the source from the stream inspector. Encoded streams differ from their source, so they are omitted. */
export function sentIn({ streamInspector: { channel, look, setUp } }: FactsState, of: string): string | null {
  if (channel !== of || look.status !== 'seen' || !setUp) return null;
  const { video, audio } = look.figures;
  const picture = setUp.video?.encoded ? null : video;
  const sound = setUp.audio?.encoded ? null : audio;
  const size = picture?.width && picture.height ? [`${picture.width}×${picture.height}`] : [];
  return [...(picture ? [picture.codec] : []), ...size, ...(sound ? [sound.codec] : [])].join(' ') || null;
}

function sourceVerdictIn(
  state: FactsState,
  channel: string,
  now: number,
): {
  verdict: Verdict | null;
  status: Status | 'unknown' | null;
} {
  const verdict = sourceVerdictOf(state, channel, now);
  return { verdict, status: verdict ? OTHER_VIEWS[verdict.kind].timeline : 'unknown' };
}

export function observeWatched(state: FactsState, channel: string, now: number): Observation | null {
  const at = seenAtIn(state);
  if (state.status.watched !== channel || at === null) return null;
  const { verdict, status } = sourceVerdictIn(state, channel, now);
  if (!verdict || status === 'unknown') return null;
  const { progress = null, failure = null } = sourceIn(state) ?? {};
  const run = { progress, failure };
  const publications = Object.keys(publicationsOf(state, channel)).map(
    (id) => [id, publicationStand(publicationStateOf(state, id), at)] as const,
  );
  return {
    at,
    everyMs: LOOK_HOLDS_MS.watched,
    stands: { source: sourceStand(run, verdict, status, at), ...Object.fromEntries(publications) },
    viewers: viewersIn(state),
    source: sentIn(state, channel),
  };
}

/** Observes a channel of the overview or the header. Returns null if its state is unknown. */
export function observeInPassing(state: FactsState, channel: string, now: number): Observation | null {
  const channelStatus = state.status.channels[channel];
  const { verdict, status } = sourceVerdictIn(state, channel, now);
  if (!channelStatus || !verdict || status === 'unknown') return null;
  const { seenAt: at, ingest } = channelStatus;
  const run = { progress: ingest?.progress ?? null, failure: ingest?.failure ?? null };
  return observePassing({
    at,
    source: sourceStand(run, verdict, status, at),
    publications: outputsOfChannel(state, channel, now),
  });
}
