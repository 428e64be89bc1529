import type { Event, History } from '../../../media/timeline/event.ts';
import type { WithChannels } from '../channel/slice.ts';
import { publicationsOf } from '../publication/selectors.ts';
import { historyIn, type WithHistory } from './slice.ts';

/** What happened with a channel and with the core, the oldest first. */
export const together = (own: History, core: History): Event[] =>
  [...own.events, ...core.events].sort((a, b) => a.at - b.at);

/** Names of publications by id, also of those that are gone. */
export const namesIn = (state: WithHistory & WithChannels, channel: string): Readonly<Record<string, string>> => ({
  ...historyIn(state, channel).names,
  ...Object.fromEntries(Object.entries(publicationsOf(state, channel)).map(([id, { name }]) => [id, name])),
});
