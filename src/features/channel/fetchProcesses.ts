import { call, put } from 'typed-redux-saga';
import type { Process } from '../../api/answers/process.ts';
import type { Core } from '../../api/client.ts';
import { egressOf, ingestId } from '../../api/ids.ts';
import { progressOf } from '../../media/progress.ts';
import { host } from '../host.ts';
import { processesFetched } from './processes.ts';

/** How its processes are, all in one answer. */
export const askStates = (core: Core, channel: string) => core.processes({ reference: channel, filter: 'state' });

/** One call for the ingest and all publications. Throws a CoreError. */
export function* fetchProcesses(channel: string) {
  const core = yield* host('core');
  const now = yield* host('now');
  const askedAt = now();
  const processes = yield* call(askStates, core, channel);
  const ingest = processes.find(({ id }) => id === ingestId(channel));
  yield* put(
    processesFetched({
      channel,
      askedAt,
      seenAt: now(),
      progress: ingest ? progressIn(ingest) : null,
      egresses: egressesIn(processes),
    }),
  );
}

const progressIn = ({ state }: Process) => progressOf(state ?? null);

const egressesIn = (processes: readonly Process[]) =>
  Object.fromEntries(
    processes.flatMap((process) => (egressOf(process.id) ? [[process.id, progressIn(process)] as const] : [])),
  );
