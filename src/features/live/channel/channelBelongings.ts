import { call, spawn } from 'typed-redux-saga';
import { pushKeyKey } from '../../../api/hlsPushKey.ts';
import {
  agentKey,
  backupOf,
  ingestId,
  isEgress,
  renditionOf,
  slateId,
  temporaryProcessOf,
} from '../../../api/processIds.ts';
import { browser, host } from '../../gate/host/host.ts';
import { write } from '../../shared/saving/exclusively.ts';

/** Returns the ids of all processes of a channel except its ingest, also of unknown services. Throws a CoreError. */
export function* belongingsOnCore(channel: string) {
  const core = yield* host('core');
  const processes = yield* call(core.processes, { reference: channel, filter: 'state' });
  return processes.flatMap(({ id }) =>
    isEgress(id) ||
    renditionOf(id) ||
    id === slateId(channel) ||
    backupOf(id)?.channel === channel ||
    temporaryProcessOf(id) === 'look' ||
    id.startsWith(`${ingestId(channel)}_`)
      ? [id]
      : [],
  );
}

const placesOf = (channel: string): string[] => [
  `/${channel}{.,_}*`,
  `/hold-${channel}{.,_}*`,
  `/look-${channel}.json`,
  `/${channel}/**`,
  `/{init,chunk}-${channel}*`,
  `/ingest/${channel}*`,
  `/channels/${channel}/**`,
  `/playersite_${channel}.html`,
  `/playersite/pages/${channel}.json`,
];

/**
 * Also clears storage that the channel no longer uses. Throws a CoreError.
 *
 * @param isRemoved whether a file on the disk is removed, by its path
 */
export function* removeFiles(channel: string, isRemoved: (path: string) => boolean = () => true) {
  const core = yield* host('core');
  const glob = `{${placesOf(channel).join(',')}}`;
  for (const { name: path } of yield* call(core.memFiles, { glob })) yield* call(core.memDelete, { path });
  const onDisk = (yield* call(core.diskFiles, { glob })).map(({ name }) => name).filter(isRemoved);
  for (const path of onDisk) yield* call(core.diskDelete, { path });
  yield* call(forgetPages, onDisk);
}

/** Deletes the hold settings and the push key. Call within `exclusively`; throws the errors of `write`. */
export function* forgetSettings(channel: string) {
  const core = yield* host('core');
  const stored = yield* call(core.metadataAll);
  for (const key of [agentKey(channel), pushKeyKey(channel)])
    if (key in stored) yield* write('metadataSet', { key, body: null });
}

const knownAs = (path: string) => [path, ...(path.endsWith('/index.html') ? [path.slice(0, -10)] : [])];

/** Replaces cached pages of a deleted channel, which the browser would still show. */
export function* forgetPages(paths: readonly string[]) {
  const core = yield* host('core');
  const revalidate = yield* browser('revalidate');
  const pages = paths.filter((path) => path.endsWith('.html'));
  if (pages.length > 0)
    yield* spawn(
      revalidate,
      pages.flatMap(knownAs).map((path) => core.address + path),
    );
}
