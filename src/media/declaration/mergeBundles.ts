import type { Bundle, BundleFile, BundleSecrets } from '../bundle/bundle.ts';
import { metadataOwner, SERVERS_OWNER } from '../bundle/bundleOf.ts';
import { byText } from '../bundle/canonicalText.ts';
import type { CoreServers } from '../bundle/coreServers.ts';
import type { InstalledProcess } from '../bundle/installation.ts';
import { processName } from '../bundle/processName.ts';
import { byChannelAndKind } from '../bundle/processOrder.ts';
import { sameJson } from '../stored/sameJson.ts';

export interface NamedBundle {
  /** Of its file. */
  readonly name: string;
  readonly bundle: Bundle;
}

export type MergedBundles =
  | { readonly status: 'merged'; readonly bundle: Bundle }
  /** Two files contain the same thing. `what`: its name, `first` and `second`: their files. */
  | { readonly status: 'twice'; readonly what: string; readonly first: string; readonly second: string };

/**
 * Joins bundles to one. Processes may be in one of them only; settings and files also in several, if they are equal.
 *
 * @param bundles at least one
 */
export function mergeBundles(bundles: readonly NamedBundle[]): MergedBundles {
  const processes = new Map<string, Owned<InstalledProcess>>();
  const metadata = new Map<string, Owned<unknown>>();
  const files = new Map<string, Owned<BundleFile>>();
  const secrets: Record<string, Readonly<Record<string, string>>> = {};
  let servers: Owned<CoreServers> | null = null;
  for (const { name, bundle } of bundles) {
    const twice = (what: string, { name: first }: Owned<unknown>): MergedBundles => ({
      ...{ status: 'twice', what, first, second: name },
    });
    const valuesOf = (owner: string) => (bundle.secrets.status === 'included' ? bundle.secrets.values[owner] : {});
    const isSame = (known: Owned<unknown>, value: unknown, owner: string) =>
      sameJson(known.value, value) && sameJson(secrets[owner] ?? {}, valuesOf(owner) ?? {});
    for (const process of bundle.processes) {
      const known = processes.get(process.id);
      if (known) return twice(processName(process), known);
      processes.set(process.id, { name, value: process });
    }
    for (const [key, value] of Object.entries(bundle.metadata)) {
      const known = metadata.get(key);
      if (known && !isSame(known, value, metadataOwner(key))) return twice(key, known);
      metadata.set(key, known ?? { name, value });
    }
    for (const file of bundle.files) {
      const known = files.get(file.path);
      if (known && known.value.sha256 !== file.sha256) return twice(file.path, known);
      files.set(file.path, known ?? { name, value: file });
    }
    if (servers && bundle.servers && !isSame(servers, bundle.servers, SERVERS_OWNER)) return twice('servers', servers);
    if (bundle.servers) servers ??= { name, value: bundle.servers };
    if (bundle.secrets.status === 'included') Object.assign(secrets, bundle.secrets.values);
  }
  return {
    status: 'merged',
    bundle: {
      selection: bundles.some(({ bundle }) => bundle.selection === 'installation') ? 'installation' : 'channels',
      processes: [...processes.values()].map(({ value }) => value).toSorted(byChannelAndKind),
      metadata: Object.fromEntries(
        [...metadata].toSorted(([a], [b]) => byText(a, b)).map(([key, { value }]) => [key, value]),
      ),
      files: [...files.values()].map(({ value }) => value).toSorted((a, b) => byText(a.path, b.path)),
      servers: servers?.value ?? null,
      secrets: statusOf(bundles, secrets),
    },
  };
}

interface Owned<T> {
  /** Of the file that it is from. */
  readonly name: string;
  readonly value: T;
}

const statusOf = (
  bundles: readonly NamedBundle[],
  values: Readonly<Record<string, Readonly<Record<string, string>>>>,
): BundleSecrets =>
  bundles.some(({ bundle }) => bundle.secrets.status === 'included')
    ? { status: 'included', values }
    : { status: 'omitted' };
