import type { Config } from './answers/config.ts';

/** What sets a core apart from the contract. It says so to whoever is logged in; of one that says nothing, none is true. */
export const EXTENSIONS = [
  /** `/memfs/ingest` opens to a key of the channel: see `hlsPushKey.ts`. */
  'push-keys',
  /** Another user, password or secret of the tokens is in effect after the reload, and nothing that is live is interrupted. */
  'live-login',
  /** An RTMP name that a stored process publishes belongs to it. */
  'own-names',
  /** An update of a process that makes the same stream (`isSameStream.ts`) leaves its files: who reads them goes on. */
  'kept-stream',
  /** It says what arrives of a stream that is published by RTMP, reads it anew when it changes, and fills in missing audio. */
  'published-streams',
  /** It reads the page at an address, and says which streams are in it. */
  'pages',
  /** It tells nobody how it is, whatever `update_check` says. */
  'reports-nothing',
  /** It keeps no copies of disk files, whatever `storage.disk.cache` says. */
  'no-disk-cache',
  /** The API of the agent is at its own address. */
  'agent',
  /** It has no SRT server, whatever `srt` says. */
  'no-srt-server',
] as const;
export type Extension = (typeof EXTENSIONS)[number];

/** The config without the servers that the core says it has not got, as that of an older core. */
export const withoutAbsentServers = (config: Config, about: { extensions: readonly string[] }): Config =>
  hasExtension(about, 'no-srt-server') ? { ...config, srt: undefined } : config;

export const hasExtension = ({ extensions }: { extensions: readonly string[] }, one: Extension): boolean =>
  extensions.includes(one);

/** A metric of the embedded core: when a certificate of it ends (unix time in seconds), with `names` as a label. */
export const CERTIFICATE_METRIC = 'tls_certificate_end';

/**
 * A metric of the embedded core: when it asks again for an automatic certificate that it could not get (unix time in
 * seconds), with `name` and `reason` as labels.
 */
export const CERTIFICATE_PROBLEM_METRIC = 'tls_certificate_problem';

/** The values of `reason`. */
export const CERTIFICATE_PROBLEMS = [
  'pending',
  'port-taken',
  'port-closed',
  'other-server',
  'unresolved',
  'refused',
  'contact',
  'rate-limited',
  'authority-down',
  'storage',
] as const;
export type CertificateProblemReason = (typeof CERTIFICATE_PROBLEMS)[number];
