import type { ProcessConfig } from '../../api/answers/process.ts';
import type { CoreServers } from './coreServers.ts';

/*
 * An installation as it is read from a core: the contents of a bundle before secrets are taken out and after they are
 * filled in. Settings of the machine (ports, certificates, logins) are no part of it; see
 * docs/decisions/0038-bundle.md.
 */

export interface Installation {
  /** Without temporary processes. Ids are unique. */
  readonly processes: readonly InstalledProcess[];
  /** Global metadata that moves with the installation (`globalKeys.ts`), by key. Never null. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Uploads and images. Pages for viewers are not among them, as they are generated from the rest. */
  readonly files: readonly InstalledFile[];
  readonly servers: CoreServers;
}

export interface InstalledProcess {
  readonly id: string;
  /** The channel, or '' for processes of other programs. */
  readonly reference: string;
  /** The wanted state. */
  readonly order: 'start' | 'stop';
  /** All fields of the contract, so that it can be sent as an update. */
  readonly config: ProcessConfig;
  /** Of all programs, by key. Never null. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface InstalledFile {
  /** On the disk of the core, with a leading slash. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 in hexadecimal; null if it was not read, which counts as different if the size is equal. */
  readonly sha256: string | null;
  /** Resolves with all bytes, each time. Rejects with a CoreError or a BundleError. */
  readonly read: () => Promise<Uint8Array>;
}
