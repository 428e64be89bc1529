import type { Channel } from '../../../media/channel/channel.ts';
import type { Verdict } from '../../../media/verdict/verdict.ts';
import type { Short } from '../verdict/slice.ts';
import { channelShortIn, channelVerdictIn, shownUptimeIn, type VerdictState } from '../verdict/slice.ts';

export interface Entry {
  short: Short | null;
  verdict: Verdict | null;
  /** Seconds for which it has been live; null while it is not. */
  uptime: number | null;
}

export function entryIn(state: VerdictState, channel: string): Entry {
  return {
    short: channelShortIn(state, channel),
    verdict: channelVerdictIn(state, channel),
    uptime: shownUptimeIn(state, channel),
  };
}

const isTroubled = (verdict: Verdict | null): boolean =>
  verdict !== null && (verdict.severity === 'warning' || verdict.severity === 'error');

export const needsWords = (verdict: Verdict | null): verdict is Verdict =>
  isTroubled(verdict) || (verdict !== null && ['resuming', 'returning', 'unclear'].includes(verdict.kind));

/** Of a source that is away, platforms see the standby image, and this page nothing new. */
export const isPast = ({ short, verdict }: Entry): boolean =>
  short?.state !== 'connected' || verdict?.kind === 'held' || verdict?.kind === 'covered';

/** Snapshots are taken once a minute: this old one was missed, and the next too. */
const OLD_SNAPSHOT_S = 150;

/** When the snapshot was taken (unix seconds), where that is too long ago to count as now. */
export const oldSnapshot = (takenAt: number | undefined, now: number): number | null =>
  takenAt !== undefined && now / 1000 - takenAt > OLD_SNAPSHOT_S ? takenAt : null;

const AGE_STEP_S = 10;

/** How old it is, in steps in which one can read it while it grows; null: there is none. */
export const snapshotAge = (takenAt: number | undefined, now: number): number | null =>
  takenAt === undefined ? null : Math.max(0, Math.floor((now / 1000 - takenAt) / AGE_STEP_S) * AGE_STEP_S);

export interface Sum {
  all: number;
  live: number;
  troubled: number;
}

/** Of all channels that are set up. */
export function sumIn(state: VerdictState & { channel: { list: readonly Channel[] } }): Sum {
  const entries = state.channel.list.flatMap(({ id, available }) => (available ? [entryIn(state, id)] : []));
  return {
    all: entries.length,
    live: entries.filter(({ short }) => short?.state === 'connected').length,
    troubled: entries.filter(({ short, verdict }) => short?.state !== 'unknown' && isTroubled(verdict)).length,
  };
}

export const columnsFor = (count: number): number => Math.max(1, Math.ceil(Math.sqrt(count)));

/** Where a channel stands among others: what is live first, what is stopped last. */
export type Place = 'live' | 'running' | 'stopped';

/** What breaks off keeps its place: an operator finds it where it was. Only a start or a stop moves a channel. */
export function placeAfter(before: Place | undefined, state: Short['state'] | undefined): Place {
  if (state === 'connected') return 'live';
  if (state === 'disconnected') return 'stopped';
  if (state === undefined || state === 'unknown') return before ?? 'running';
  return before === 'live' ? 'live' : 'running';
}

const PLACES: readonly Place[] = ['live', 'running', 'stopped'];

/** Of one place in the order in which they came. */
export const inOrder = <T extends { id: string }>(list: readonly T[], places: Readonly<Record<string, Place>>): T[] =>
  PLACES.flatMap((place) => list.filter(({ id }) => (places[id] ?? 'running') === place));
