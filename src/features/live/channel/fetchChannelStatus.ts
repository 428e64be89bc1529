import { call, put, select } from 'typed-redux-saga';
import type { Process } from '../../../api/answers/process.ts';
import type { Core } from '../../../api/client.ts';
import { egressOf, ingestId, renditionOf } from '../../../api/processIds.ts';
import type { Egresses } from '../../../media/channel/channel.ts';
import { progressOf } from '../../../media/run/progress.ts';
import { host } from '../../gate/host/host.ts';
import type { WithChannels } from './slice.ts';
import { type WatchedAnswer, watchedFetched } from './slice.ts';

export const askStates = (core: Core, channel: string) => core.processes({ reference: channel, filter: 'state' });

/** Fetches the ingest and all publications in one request. Throws a CoreError. */
export function* fetchChannelStatus(channel: string) {
  const core = yield* host('core');
  const now = yield* host('now');
  const askedAt = now();
  const fetched = yield* fetchedAmong(yield* call(askStates, core, channel), channel, askedAt);
  yield* put(watchedFetched(fetched));
  return fetched;
}

export function* fetchedAmong(all: readonly Process[], channel: string, askedAt: number) {
  const now = yield* host('now');
  const unread = all.some(({ id }) => id === '');
  const ingest = all.find(({ id }) => id === ingestId(channel));
  const previous = yield* select(
    ({ channel: { list } }: WithChannels) => list.find(({ id }) => id === channel)?.egresses,
  );
  // A missing process may be the unreadable one, so it does not count as deleted.
  const missed = unread ? Object.fromEntries(Object.keys(previous ?? {}).map((id) => [id, progressOf(undefined)])) : {};
  const fetched: WatchedAnswer = {
    channel,
    askedAt,
    seenAt: now(),
    progress: ingest || unread ? progressOf(ingest?.state) : null,
    egresses: { ...missed, ...egressesIn(all, channel, previous) },
    renditions: renditionsIn(all, channel),
  };
  return fetched;
}

/** Falls back to known ids if the reference is unreadable. */
const egressesIn = (processes: readonly Process[], channel: string, previous: Egresses = {}) =>
  Object.fromEntries(
    processes.flatMap(({ id, reference, state }) =>
      egressOf(id) && (reference === channel || id in previous) ? [[id, progressOf(state)] as const] : [],
    ),
  );

const renditionsIn = (processes: readonly Process[], channel: string): NonNullable<WatchedAnswer['renditions']> =>
  Object.fromEntries(
    processes.flatMap(({ id, state }) =>
      renditionOf(id)?.channel === channel
        ? [[id, { progress: progressOf(state), cpu: state?.cpu_usage ?? 0 }] as const]
        : [],
    ),
  );
