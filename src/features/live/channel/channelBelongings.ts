import { call, select, spawn } from 'typed-redux-saga';
import { hasExtension } from '../../../api/coreExtensions.ts';
import { pushKeyKey } from '../../../api/hlsPushKey.ts';
import { agentKey, backupOf, ingestId, isEgress, renditionOf, slateId } from '../../../api/processIds.ts';
import { browser, host } from '../../gate/host/host.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';

/**
 * The processes of a channel as the core has them, but for its ingest: its publications, also of services that nobody
 * knows here and those that were added elsewhere, its renditions, its backup sources, and what helps the ingest. Throws a CoreError.
 */
export function* belongingsOnCore(channel: string) {
  const core = yield* host('core');
  const processes = yield* call(core.processes, { reference: channel, filter: 'state' });
  return processes.flatMap(({ id }) =>
    isEgress(id) ||
    renditionOf(id) ||
    id === slateId(channel) ||
    backupOf(id)?.channel === channel ||
    id.startsWith(`${ingestId(channel)}_`)
      ? [id]
      : [],
  );
}

/**
 * Where files of a channel lie: its playlists, segments and snapshot, of either way to write HLS, what is pushed, and
 * its pages.
 */
const placesOf = (channel: string): string[] => [
  `/${channel}{.,_}*`,
  `/hold-${channel}{.,_}*`,
  `/${channel}/**`,
  `/{init,chunk}-${channel}*`,
  `/ingest/${channel}*`,
  `/channels/${channel}/**`,
  `/playersite_${channel}.html`,
  `/playersite/pages/${channel}.json`,
];

/** Removes all that was made of a channel, in memory and on the disk, the key of its encoder and the settings of its standby image: the storage may have been another one before. Throws a CoreError. */
export function* removeFiles(channel: string) {
  const core = yield* host('core');
  const glob = `{${placesOf(channel).join(',')}}`;
  for (const { name: path } of yield* call(core.memFiles, { glob })) yield* call(core.memDelete, { path });
  const onDisk = (yield* call(core.diskFiles, { glob })).map(({ name }) => name);
  for (const path of onDisk) yield* call(core.diskDelete, { path });
  yield* call(forgetPages, onDisk);
  yield* call(forgetPushKey, channel);
  yield* call(forgetHold, channel);
}

/** What is stored of its standby image; most channels have none. */
function* forgetHold(channel: string) {
  const core = yield* host('core');
  const key = agentKey(channel);
  const stored = yield* call(core.metadataAll);
  if (key in stored) yield* call(core.metadataSet, { key, body: null });
}

/** Nobody who was given it may write any more. */
function* forgetPushKey(channel: string) {
  const core = yield* host('core');
  const info = yield* select(({ session }: WithSession) => coreInfoOf(session));
  if (info !== null && hasExtension(info.about, 'push-keys'))
    yield* call(core.metadataSet, { key: pushKeyKey(channel), body: null });
}

const knownAs = (path: string) => [path, ...(path.endsWith('/index.html') ? [path.slice(0, -10)] : [])];

/** This browser must not show a page that it has cached of a channel that is gone. */
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
