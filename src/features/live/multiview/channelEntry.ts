import type { Channel } from '../../../media/channel/channel.ts';
import type { Verdict } from '../../../media/verdict/verdict.ts';
import type { Short } from '../verdict/slice.ts';
import { channelShortIn, channelVerdictIn, shownUptimeIn, type VerdictState } from '../verdict/slice.ts';

export interface Entry {
  short: Short | null;
  verdict: Verdict | null;
  /** Seconds since the channel went live; null if not live. */
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

/** Without a source there are no new snapshots, even if platforms see the standby image. */
export const isPast = ({ short, verdict }: Entry): boolean =>
  short?.state !== 'connected' || verdict?.kind === 'held' || verdict?.kind === 'covered';

/** Snapshots are taken once a minute, so this age means one is missing and the next is late. */
const OLD_SNAPSHOT_S = 150;

/** Returns the time of the snapshot (unix seconds) if it is too old to count as current, else null. */
export const oldSnapshot = (takenAt: number | undefined, now: number): number | null =>
  takenAt !== undefined && now / 1000 - takenAt > OLD_SNAPSHOT_S ? takenAt : null;

const AGE_STEP_S = 10;

/** Returns the age in seconds, rounded down to steps that are readable while it grows; null without a snapshot. */
export const snapshotAge = (takenAt: number | undefined, now: number): number | null =>
  takenAt === undefined ? null : Math.max(0, Math.floor((now / 1000 - takenAt) / AGE_STEP_S) * AGE_STEP_S);

export interface Sum {
  all: number;
  live: number;
  troubled: number;
}

export function sumIn(state: VerdictState & { channel: { list: readonly Channel[] } }): Sum {
  const entries = state.channel.list.flatMap(({ id, available }) => (available ? [entryIn(state, id)] : []));
  return {
    all: entries.length,
    live: entries.filter(({ short }) => short?.state === 'connected').length,
    troubled: entries.filter(({ short, verdict }) => short?.state !== 'unknown' && isTroubled(verdict)).length,
  };
}

export const columnsFor = (count: number): number => Math.max(1, Math.ceil(Math.sqrt(count)));

export type Place = 'live' | 'running' | 'stopped';

/** A failing channel keeps its place, so that an operator finds it again. Only a start or a stop moves it. */
export function placeAfter(before: Place | undefined, state: Short['state'] | undefined): Place {
  if (state === 'connected') return 'live';
  if (state === 'disconnected') return 'stopped';
  if (state === undefined || state === 'unknown') return before ?? 'running';
  return before === 'live' ? 'live' : 'running';
}

const PLACES: readonly Place[] = ['live', 'running', 'stopped'];

export const inOrder = <T extends { id: string }>(list: readonly T[], places: Readonly<Record<string, Place>>): T[] =>
  PLACES.flatMap((place) => list.filter(({ id }) => (places[id] ?? 'running') === place));
