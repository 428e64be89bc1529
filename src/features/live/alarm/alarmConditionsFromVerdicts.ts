import type { Verdict } from '../../../media/verdict/verdict.ts';
import { OTHER_VIEWS } from '../../../media/verdict/verdict.ts';
import { channelVerdictIn, type VerdictState } from '../verdict/selectors.ts';
import { sendingOfChannel } from '../verdict/verdictSituation.ts';
import type { AlarmCondition } from './judgeAlarm.ts';

/** Not a channel: what all of them come from. */
export const CORE = 'core';

/** @param failing ids of the publications that fail */
export function conditionOf(
  verdict: Pick<Verdict, 'kind' | 'severity'> | null,
  failing: readonly string[],
): AlarmCondition {
  // What begins is not bad yet.
  if (verdict === null || verdict.severity === 'busy') return { status: 'unclear' };
  const { alarm } = OTHER_VIEWS[verdict.kind];
  switch (alarm) {
    case 'off':
    case 'unclear':
      return { status: alarm };
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
export function conditionsIn(state: VerdictState, lost: boolean): Readonly<Record<string, AlarmCondition>> {
  const { status } = state.connection;
  const core: AlarmCondition = lost
    ? { status: 'bad', things: [CORE] }
    : { status: status === 'alive' ? 'good' : 'unclear' };
  const channels = state.channel.list.map(({ id, available }): [string, AlarmCondition] => [
    id,
    // What is deleted here goes off the air one after the other.
    available && id !== state.channel.deleting
      ? conditionOf(channelVerdictIn(state, id), failingIn(state, id))
      : { status: 'off' },
  ]);
  return { ...Object.fromEntries(channels), [CORE]: core };
}
