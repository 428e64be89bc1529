import { call, put, select } from 'typed-redux-saga';
import type { Process } from '../../api/answers/process.ts';
import type { Core } from '../../api/client.ts';
import { egressOf, ingestId } from '../../api/ids.ts';
import { progressOf } from '../../media/progress.ts';
import { host } from '../host.ts';
import { processesFetched } from './processes.ts';
import type { WithChannels } from './slice.ts';

/** How its processes are, all in one answer. */
export const askStates = (core: Core, channel: string) => core.processes({ reference: channel, filter: 'state' });

/** One call for the ingest and all publications. Throws a CoreError. */
export function* fetchProcesses(channel: string) {
  const core = yield* host('core');
  const now = yield* host('now');
  const askedAt = now();
  const processes = yield* call(askStates, core, channel);
  const ingest = processes.find(({ id }) => id === ingestId(channel));
  const known = yield* select(({ channel: { list } }: WithChannels) => list.find(({ id }) => id === channel)?.egresses);
  // Whatever is missed may be what cannot be read: it is not gone for that.
  const unread = processes.some(({ id }) => id === '');
  const missed = unread ? Object.fromEntries(Object.keys(known ?? {}).map((id) => [id, progressOf(undefined)])) : {};
  yield* put(
    processesFetched({
      channel,
      askedAt,
      seenAt: now(),
      progress: ingest || unread ? progressOf(ingest?.state) : null,
      egresses: { ...missed, ...egressesIn(processes) },
    }),
  );
}

const egressesIn = (processes: readonly Process[]) =>
  Object.fromEntries(processes.flatMap(({ id, state }) => (egressOf(id) ? [[id, progressOf(state)] as const] : [])));
