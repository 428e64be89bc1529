import { ProcessConfig } from '../../api/answers/process.ts';
import { pushKeyKey } from '../../api/hlsPushKey.ts';
import { channelOfIngest, egressOf, METADATA_KEY, renditionOf } from '../../api/processIds.ts';
import { hasOwnKey, newPushKey, pushOf } from '../address/pushAddress.ts';
import { changeTexts, renameIds } from '../stored/renameIds.ts';
import { isGroup } from '../stored/storedSchemas.ts';
import type { Bundle, BundleSecrets } from './bundle.ts';
import { metadataOwner } from './bundleOf.ts';
import { bundlePathOf } from './bundlePath.ts';
import { nameInPlaceholder } from './bundleSecrets.ts';
import { channelOfKey } from './globalKeys.ts';
import type { InstalledProcess } from './installation.ts';
import { byChannelAndKind, channelOfProcess } from './processOrder.ts';

export interface NewIdentity {
  /** Returns a new UUID. */
  readonly newId: () => string;
  /** Returns that many random bytes, for stream keys. */
  readonly random: (bytes: number) => Uint8Array;
}

export interface RenewedBundle {
  readonly bundle: Bundle;
  /** Its new id. */
  readonly channel: string;
}

/** The channel itself, its publications and its renditions. */
const idsOf = ({ id }: InstalledProcess): string[] =>
  [channelOfIngest(id), egressOf(id)?.uuid, renditionOf(id)?.uuid].flatMap((uuid) => uuid ?? []);

/**
 * Returns the bundle with new ids of a channel and its publications and renditions, in all texts and paths, and with
 * new stream keys if the channel has its own. For copies beside the original.
 */
export function renewIds(bundle: Bundle, channel: string, { newId, random }: NewIdentity): RenewedBundle {
  const own = bundle.processes.filter((process) => channelOfProcess(process) === channel);
  const renewed = new Map([...new Set([channel, ...own.flatMap(idsOf)])].map((id) => [id, newId()]));
  const pushed = own.flatMap((process) => pushNamesOf(process, channel));
  const keys = new Map(pushed.map((name) => [name, newPushKey(random)]));
  const rename = (text: string) => {
    let renamed = renameIds(text, renewed);
    for (const [key, fresh] of keys) renamed = renamed.replaceAll(key, fresh);
    return renamed;
  };
  const copy: Bundle = {
    ...bundle,
    processes: bundle.processes
      .map((process) => (own.includes(process) ? renameProcess(process, rename) : process))
      .toSorted(byChannelAndKind),
    metadata: Object.fromEntries(
      Object.entries(bundle.metadata).map(([key, value]) =>
        channelOfKey(key) === channel ? [rename(key), changeTexts(value, rename)] : [key, value],
      ),
    ),
    files: bundle.files.map((file) =>
      bundlePathOf(file.path)?.channel === channel ? { ...file, path: rename(file.path) } : file,
    ),
    secrets: renewSecrets(bundle.secrets, own, channel, rename, random),
  };
  return { bundle: copy, channel: rename(channel) };
}

const renameProcess = ({ id, reference, order, config, metadata }: InstalledProcess, rename: Rename) => ({
  ...{ id: rename(id), reference: rename(reference), order },
  config: ProcessConfig.parse(changeTexts(config, rename)),
  metadata: Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, changeTexts(value, rename)])),
});

type Rename = (text: string) => string;

const sourcesOf = ({ metadata }: InstalledProcess): unknown[] => {
  const stored = metadata[METADATA_KEY];
  return isGroup(stored) && Array.isArray(stored.sources) ? stored.sources : [];
};

const pushesOf = (process: InstalledProcess) =>
  sourcesOf(process).flatMap((source) =>
    isGroup(source) && typeof source.type === 'string' && isGroup(source.settings)
      ? (pushOf({ type: source.type, settings: source.settings }) ?? [])
      : [],
  );

/** Stream keys that are written out, as in a file that was written by hand. */
const pushNamesOf = (process: InstalledProcess, channel: string): string[] =>
  pushesOf(process).flatMap((push) =>
    hasOwnKey(channel, push) && nameInPlaceholder(push.name) === null ? [push.name] : [],
  );

function renewSecrets(
  secrets: BundleSecrets,
  own: readonly InstalledProcess[],
  channel: string,
  rename: Rename,
  random: NewIdentity['random'],
): BundleSecrets {
  if (secrets.status !== 'included') return secrets;
  const pushKey = metadataOwner(pushKeyKey(channel));
  const values = Object.entries(secrets.values).map(([owner, named]) => {
    const process = own.find(({ id }) => id === owner);
    const isOwn = process !== undefined || owner.endsWith(`:${channel}`);
    if (!isOwn) return [owner, named] as const;
    const keys = process ? pushesOf(process).map(({ name }) => nameInPlaceholder(name)) : [];
    const fresh = Object.entries(named).map(([name, value]) =>
      keys.includes(name) || owner === pushKey ? [name, newPushKey(random)] : [name, rename(value)],
    );
    return [rename(owner), Object.fromEntries(fresh)] as const;
  });
  return { status: 'included', values: Object.fromEntries(values) };
}
