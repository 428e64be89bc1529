import type { Bundle, BundleFile, BundleSelection, SecretValues } from './bundle.ts';
import { bundlePathOf } from './bundlePath.ts';
import { takeProcessSecrets, takeValueSecrets } from './bundleSecrets.ts';
import { byText, sha256Of } from './canonicalText.ts';
import { CoreServers } from './coreServers.ts';
import { channelOfKey, isPublicKey, movesWithInstallation } from './globalKeys.ts';
import type { Installation, InstalledFile, InstalledProcess } from './installation.ts';
import { byChannelAndKind, channelOfProcess, isLasting } from './processOrder.ts';

export interface BundleOptions {
  /** `included`: they are in the bundle in memory, and encrypted when it is written. */
  readonly secrets: 'omitted' | 'included';
  /** Secrets of a process that only its form knows (`Service.secrets`). */
  readonly secretsOf: (process: InstalledProcess) => readonly string[];
}

/** Owner of the secrets of global metadata, and of the servers. */
export const metadataOwner = (key: string) => `metadata:${key}`;
export const SERVERS_OWNER = 'servers';

/** Null if the file has none of the owner, as in a merged bundle whose other parts have some. */
export const valuesOf = ({ secrets }: Bundle, owner: string): Readonly<Record<string, string>> | null =>
  secrets.status === 'included' && Object.hasOwn(secrets.values, owner) ? (secrets.values[owner] ?? null) : null;

/**
 * Resolves with the selected part of an installation, sorted, with placeholders for secrets. Reads each file without a
 * known hash. Rejects with the error of a file that cannot be read.
 */
export async function bundleOf(
  installation: Installation,
  selection: BundleSelection,
  { secrets, secretsOf }: BundleOptions,
): Promise<Bundle> {
  const isSelected = (channel: string | null) =>
    selection.kind === 'installation' || (channel !== null && selection.channels.includes(channel));
  const processes = installation.processes
    .filter((process) => isLasting(process) && isSelected(channelOfProcess(process)))
    .toSorted(byChannelAndKind)
    .map((process) => takeProcessSecrets(process, secretsOf(process)));
  const metadata = Object.entries(installation.metadata)
    .filter(([key]) => movesWithInstallation(key) && isSelected(channelOfKey(key)))
    .toSorted(([a], [b]) => byText(a, b))
    .map(([key, value]) => ({ key, ...(isPublicKey(key) ? { value, secrets: {} } : takeValueSecrets(value)) }));
  const files = installation.files
    .filter(({ path }) => {
      const place = bundlePathOf(path);
      return place !== null && isSelected(place.channel);
    })
    .toSorted((a, b) => byText(a.path, b.path));
  const servers = selection.kind === 'installation' ? takeValueSecrets(installation.servers) : null;
  const owned: readonly OwnedSecrets[] = [
    ...processes.map(({ process: { id }, secrets }) => ({ owner: id, secrets })),
    ...metadata.map(({ key, secrets }) => ({ owner: metadataOwner(key), secrets })),
    ...(servers ? [{ owner: SERVERS_OWNER, secrets: servers.secrets }] : []),
  ];
  return {
    selection: selection.kind,
    processes: processes.map(({ process }) => process),
    metadata: Object.fromEntries(metadata.map(({ key, value }) => [key, value])),
    files: await hashFiles(files),
    servers: servers && CoreServers.parse(servers.value),
    secrets: secrets === 'omitted' ? { status: 'omitted' } : { status: 'included', values: valuesByOwner(owned) },
  };
}

interface OwnedSecrets {
  readonly owner: string;
  readonly secrets: Readonly<Record<string, string>>;
}

const valuesByOwner = (owned: readonly OwnedSecrets[]): SecretValues =>
  Object.fromEntries(
    owned.flatMap(({ owner, secrets }) => (Object.keys(secrets).length > 0 ? [[owner, secrets] as const] : [])),
  );

/** One after another, because a file may be as large as the memory. */
async function hashFiles(files: readonly InstalledFile[]): Promise<BundleFile[]> {
  const hashed: BundleFile[] = [];
  for (const { sha256, ...file } of files) {
    if (sha256 !== null) hashed.push({ ...file, sha256 });
    else {
      const bytes = await file.read();
      hashed.push({ ...file, size: bytes.length, sha256: sha256Of(bytes) });
    }
  }
  return hashed;
}
