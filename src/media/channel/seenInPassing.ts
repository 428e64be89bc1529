import { holdOf, type ShownHold } from '../hold/holdOf.ts';
import type { HoldSighting } from '../hold/holdSighting.ts';
import type { LookFacts } from '../look/lookReport.ts';
import type { Proofs } from '../proof/proofs.ts';
import { isOldInPassing } from '../run/statusAge.ts';
import { type ChannelStatus, holdReadersOf } from '../status/channelStatus.ts';
import { type SteadyVerdict, steadyVerdict, verdictOf } from '../verdict/verdict.ts';
import type { PublicationFact, Situation } from '../verdict/verdictTypes.ts';
import type { Channel } from './channel.ts';
import { type OutputStates, publicationFact } from './publicationFact.ts';
import { publicationsInOrder } from './publicationOutputs.ts';
import { agedState, type PublicationState, publicationStateIn } from './publicationState.ts';

export type PassingStatus = ChannelStatus & { ingest: NonNullable<ChannelStatus['ingest']> };

export const hasIngest = (status: ChannelStatus | undefined): status is PassingStatus =>
  status != null && status.ingest !== null;

export const isFresh = ({ seenAt }: Pick<ChannelStatus, 'seenAt'>, now: number): boolean =>
  !isOldInPassing(seenAt, now);

/** Leaves out the publications. */
export const situationInPassing = (
  status: PassingStatus,
  { now, ...situation }: Pick<Situation, 'now' | 'alive' | 'cpuLately' | 'asked'> & { hold: ShownHold },
): Situation => ({
  ...situation,
  now: isFresh(status, now) ? status.seenAt : now,
  publications: [],
  seenAt: status.seenAt,
  ...status.ingest,
});

export const outputInPassing = (
  state: PublicationState,
  status: PassingStatus,
  { now, alive }: { now: number; alive: boolean },
): PublicationState => (alive && isFresh(status, now) ? state : agedState(state, status.seenAt));

export interface PassingView extends SteadyVerdict {
  publications: readonly PublicationFact[];
  hold: ShownHold;
}

interface PassingFacts {
  channel: Channel;
  sightings: Readonly<Record<string, HoldSighting>>;
  /** Milliseconds since 1970. */
  now: number;
  alive: boolean;
  /** Percent of the machine. */
  cpuLately: number | null;
  /** What the agent has seen. */
  look?: LookFacts | undefined;
  /** What viewers of its platforms get. */
  proofs?: Proofs | undefined;
}

/** The view of a channel that is not on the screen, for the interface and the agent. */
export function passingView(
  status: PassingStatus,
  { channel, sightings, now, alive, cpuLately, look, proofs }: PassingFacts,
  before?: SteadyVerdict,
): PassingView {
  const { egresses } = channel;
  const hold = holdOf(holdReadersOf(status.egresses, channel.id).length > 0, sightings[channel.id]);
  const context = { status: status, channel, sightings, asked: null, refused: null, sourceAsked: null, proofs };
  const outputs: OutputStates = Object.fromEntries(
    Object.keys(egresses).map((id) => [id, outputInPassing(publicationStateIn(id, context), status, { now, alive })]),
  );
  const publications = publicationsInOrder(egresses).map((id) => publicationFact(egresses, id, outputs));
  const situation = {
    ...situationInPassing(status, { now, alive, cpuLately, asked: null, hold }),
    ...look,
    publications,
  };
  return { ...steadyVerdict(before, verdictOf(situation), now), publications, hold };
}
