import type { Verdict, VerdictKind } from '../../media/verdict/verdict.ts';
import { sendingOfChannel } from '../verdict/facts.ts';
import { channelVerdictIn, type VerdictState } from '../verdict/selectors.ts';
import type { Condition } from './decide.ts';

/** Not a channel: what all of them come from. */
export const CORE = 'core';

type Weight = 'channel' | 'thing' | 'good' | 'off' | 'unclear';

/** What a verdict says of the alarm. `channel`: nothing goes out; `thing`: something is wrong with what goes out. */
const WEIGHTS: Readonly<Record<VerdictKind, Weight>> = {
  'core-away': 'unclear',
  'core-silent': 'unclear',
  old: 'unclear',
  loading: 'unclear',
  stopping: 'unclear',
  asked: 'unclear',
  off: 'off',
  unclear: 'unclear',
  resuming: 'unclear',
  beginning: 'unclear',
  broken: 'channel',
  away: 'channel',
  silent: 'channel',
  stalled: 'channel',
  unstored: 'channel',
  strained: 'thing',
  slow: 'thing',
  'few-frames': 'thing',
  destination: 'good',
  black: 'thing',
  frozen: 'thing',
  quiet: 'thing',
  // It was so from the start.
  keyframes: 'good',
  // The machine is no channel's doing; who is slow for it says so.
  full: 'good',
  live: 'good',
};

/** @param failing ids of the publications that fail */
export function conditionOf(verdict: Pick<Verdict, 'kind' | 'severity'> | null, failing: readonly string[]): Condition {
  // What begins is not bad yet.
  if (verdict === null || verdict.severity === 'busy') return { status: 'unclear' };
  const weight = WEIGHTS[verdict.kind];
  switch (weight) {
    case 'off':
    case 'unclear':
      return { status: weight };
    case 'channel':
      return { status: 'bad', things: ['channel'] };
    case 'thing':
      return { status: 'bad', things: [verdict.kind, ...failing] };
    case 'good':
      return failing.length > 0 ? { status: 'bad', things: failing } : { status: 'good' };
  }
}

const failingIn = (state: VerdictState, channel: string) =>
  sendingOfChannel(state, channel).flatMap(({ id, status }) => (status === 'failing' ? [id] : []));

/** @param lost the core has been away for longer than a moment */
export function conditionsIn(state: VerdictState, now: number, lost: boolean): Readonly<Record<string, Condition>> {
  const { status } = state.connection;
  const core: Condition = lost
    ? { status: 'bad', things: [CORE] }
    : { status: status === 'alive' ? 'good' : 'unclear' };
  const channels = state.channel.list.map(({ id, available }): [string, Condition] => [
    id,
    // What is deleted here goes off the air one after the other.
    available && id !== state.channel.deleting
      ? conditionOf(channelVerdictIn(state, id, now), failingIn(state, id))
      : { status: 'off' },
  ]);
  return { ...Object.fromEntries(channels), [CORE]: core };
}
