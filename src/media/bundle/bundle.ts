import { msg } from '../../i18n/msg.ts';
import type { CoreServers } from './coreServers.ts';
import type { InstalledFile, InstalledProcess } from './installation.ts';

export { BUNDLE_LIMITS } from '../../api/bundleLimits.ts';

/** Marks the file format. Never changes. */
export const BUNDLE_SCHEMA = 'sluice-bundle';

/** Increased when an older Sluice would misread a file. Added keys alone are no reason. */
export const BUNDLE_VERSION = 1;

export type BundleSelection =
  | { readonly kind: 'installation' }
  /** Channels by id, with all their processes, files and global metadata. */
  | { readonly kind: 'channels'; readonly channels: readonly string[] };

/**
 * An installation, or some of its channels, in memory. Secrets in `processes`, `metadata` and `servers` are
 * placeholders (`bundleSecrets.ts`). Everything is sorted, so that two bundles of the same contents are equal as text.
 */
export interface Bundle {
  readonly selection: BundleSelection['kind'];
  readonly processes: readonly InstalledProcess[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly files: readonly BundleFile[];
  /** Null in a bundle of channels. */
  readonly servers: CoreServers | null;
  readonly secrets: BundleSecrets;
}

/** Its hash is always known. */
export interface BundleFile extends InstalledFile {
  readonly sha256: string;
}

export type BundleSecrets =
  | { readonly status: 'omitted' }
  /** Encrypted in the file, which was read without its passphrase. */
  | { readonly status: 'locked' }
  | { readonly status: 'included'; readonly values: SecretValues };

/** Secrets by owner (a process id, or `metadata:KEY` or `servers`) and by the name in their placeholders. */
export type SecretValues = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Why a file is refused. Nothing of it is used then. */
export type BundleFault =
  /** Neither a bundle nor the database of a core. */
  | { readonly kind: 'foreign' }
  /** Incomplete: the download or copy was interrupted. */
  | { readonly kind: 'cut' }
  /** A mistake in its JSON, made by hand. Line from 1; null if unknown. */
  | { readonly kind: 'syntax'; readonly line: number | null }
  /** Made by a newer Sluice. */
  | { readonly kind: 'newer'; readonly version: string }
  /** The checksum, or the seal of the secrets, does not match. `part`: the file in it, or '' for its text. */
  | { readonly kind: 'changed'; readonly part: string; readonly sealed: boolean }
  | { readonly kind: 'passphrase' }
  /** `limit` in the unit of `of`: bytes, a number of entries, or of nested objects. */
  | { readonly kind: 'large'; readonly of: 'file' | 'contents' | 'entries' | 'depth'; readonly limit: number }
  /** A value of the wrong type or with a forbidden content. `at`: its place, such as `processes.3.config.input`. */
  | { readonly kind: 'invalid'; readonly at: string };

export class BundleError extends Error {
  override readonly name = 'BundleError';
  readonly fault: BundleFault;

  constructor(fault: BundleFault) {
    super(bundleFaultText(fault).text);
    this.fault = fault;
  }
}

/** A text with `{{0}}` and `{{1}}`, which stand for `values`. */
export interface BundleText {
  readonly text: string;
  readonly values: readonly string[];
}

export function bundleFaultText(fault: BundleFault): BundleText {
  switch (fault.kind) {
    case 'foreign':
      return { text: msg('This file is neither an export of Sluice nor the database of a core.'), values: [] };
    case 'cut':
      return { text: msg('This file is incomplete. Copy or download it again.'), values: [] };
    case 'syntax':
      return fault.line === null
        ? { text: msg('This file has a mistake in its JSON.'), values: [] }
        : { text: msg('This file has a mistake in its JSON, in line {{0}}.'), values: [String(fault.line)] };
    case 'newer':
      return {
        text: msg(
          'This file was made by a newer version of Sluice (format {{0}}). Update this installation to import it.',
        ),
        values: [fault.version],
      };
    case 'changed':
      if (fault.sealed)
        return {
          text: msg('This file was changed after its export, so its secrets cannot be trusted. Export it again.'),
          values: [],
        };
      return fault.part === ''
        ? {
            text: msg('This file was changed after its export. If that was on purpose, remove its line "checksum".'),
            values: [],
          }
        : { text: msg('{{0}} in this file is damaged. Copy or download it again.'), values: [fault.part] };
    case 'passphrase':
      return { text: msg('The passphrase is wrong. Nothing was imported.'), values: [] };
    case 'large':
      return { text: msg('This file is larger than an export can be.'), values: [] };
    case 'invalid':
      return { text: msg('This file has an invalid value at {{0}}.'), values: [fault.at] };
  }
}
