import { call } from 'typed-redux-saga';
import { isEgress } from '../../api/ids.ts';
import { host } from '../host.ts';

/**
 * The publications of a channel as the core has them, by process id: those of services that nobody knows here, and those
 * that were added elsewhere, as well. `running`: its ingest is there. Throws a CoreError.
 */
export function* publicationsOnCore(channel: string) {
  const core = yield* host('core');
  const processes = yield* call(core.processes, { reference: channel, filter: 'state' });
  return processes.flatMap(({ id }) => (isEgress(id) ? [id] : []));
}

/** Where files of a channel lie: its playlists, segments and snapshot, of either way to write HLS, and what is pushed. */
const placesOf = (channel: string): string[] => [
  `/${channel}{.,_}*`,
  `/${channel}/**`,
  `/{init,chunk}-${channel}*`,
  `/ingest/${channel}*`,
];

/** Removes all that the ingest has written, in memory and on the disk: the storage may have been another one before. Throws a CoreError. */
export function* removeFiles(channel: string) {
  const core = yield* host('core');
  const glob = `{${placesOf(channel).join(',')}}`;
  for (const { name: path } of yield* call(core.memFiles, { glob })) yield* call(core.memDelete, { path });
  for (const { name: path } of yield* call(core.diskFiles, { glob })) yield* call(core.diskDelete, { path });
}
