import { call, select, spawn } from 'typed-redux-saga';
import { hasExtension } from '../../../api/coreExtensions.ts';
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
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';

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

/** Also clears storage that the channel no longer uses, its push key and its hold settings. Throws a CoreError. */
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

/** Reads first, because most channels have no hold settings to delete. */
function* forgetHold(channel: string) {
  const core = yield* host('core');
  const key = agentKey(channel);
  const stored = yield* call(core.metadataAll);
  if (key in stored) yield* call(core.metadataSet, { key, body: null });
}

function* forgetPushKey(channel: string) {
  const core = yield* host('core');
  const info = yield* select(({ session }: WithSession) => coreInfoOf(session));
  if (info !== null && hasExtension(info.about, 'push-keys'))
    yield* call(core.metadataSet, { key: pushKeyKey(channel), body: null });
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
