import { all, call, type SagaGenerator } from 'typed-redux-saga';
import { UNREAD } from '../../../api/answers/fieldSchemas.ts';
import type { Process } from '../../../api/answers/process.ts';
import type { Core } from '../../../api/client.ts';
import { unreadAnswer } from '../../../api/error.ts';
import type { BundleFile } from '../../../media/bundle/bundle.ts';
import { BUNDLE_GLOB, bundlePathOf } from '../../../media/bundle/bundlePath.ts';
import { sha256Of } from '../../../media/bundle/canonicalText.ts';
import { coreServersOf } from '../../../media/bundle/coreServers.ts';
import { movesWithInstallation } from '../../../media/bundle/globalKeys.ts';
import type { Installation, InstalledFile, InstalledProcess } from '../../../media/bundle/installation.ts';
import { isLasting } from '../../../media/bundle/processOrder.ts';
import { host } from '../../gate/host/host.ts';
import { forgetAnswers } from '../../shared/saving/forgetAnswers.ts';

/**
 * Reads what the core stores. Throws a CoreError, also if a process cannot be read, as an incomplete export would be
 * taken for a complete one.
 *
 * @param compared files of a bundle to import: those of the same path and size get their hash, which reads them
 */
export function* readInstallation(
  compared: readonly Pick<BundleFile, 'path' | 'size'>[] = [],
): SagaGenerator<Installation> {
  const core = yield* host('core');
  yield* forgetAnswers();
  const { processes, metadata, files, config } = yield* all({
    processes: call(core.processes, { filter: 'config,metadata,state' }),
    metadata: call(core.metadataAll),
    files: call(core.diskFiles, { glob: BUNDLE_GLOB }),
    config: call(core.config),
  });
  const listed = files.flatMap(({ name, size_bytes }) =>
    bundlePathOf(name) ? [installedFile(core, name, size_bytes)] : [],
  );
  const sizes = new Map(compared.map(({ path, size }) => [path, size]));
  const hashed: InstalledFile[] = [];
  for (const file of listed)
    hashed.push(sizes.get(file.path) === file.size ? { ...file, sha256: sha256Of(yield* call(file.read)) } : file);
  return {
    processes: processes.map(installedProcess).filter(isLasting),
    metadata: presentEntries(metadata, movesWithInstallation),
    files: hashed,
    servers: coreServersOf(config.config),
  };
}

const installedFile = (core: Core, path: string, size: number): InstalledFile => ({
  ...{ path, size, sha256: null },
  read: () => readFile(core, path),
});

/** Rejects with a CoreError. */
export async function readFile(core: Core, path: string): Promise<Uint8Array> {
  const bytes = await core.fileBytes({ storage: 'disk', path });
  if (!(bytes instanceof Uint8Array)) throw unreadAnswer(path);
  return bytes;
}

/** Throws a CoreError for a process that cannot be read. */
export function installedProcess({ id, reference, config, metadata, state }: Process): InstalledProcess {
  if (id === '' || !config || config === UNREAD || metadata === UNREAD) throw unreadAnswer(id);
  return {
    ...{ id, reference, config },
    order: state?.order === 'start' ? 'start' : 'stop',
    metadata: presentEntries(metadata ?? {}, () => true),
  };
}

/** Cores keep a removed key as null. */
const presentEntries = (metadata: Readonly<Record<string, unknown>>, isKept: (key: string) => boolean) =>
  Object.fromEntries(
    Object.entries(metadata).filter(([key, value]) => value !== null && value !== undefined && isKept(key)),
  );
