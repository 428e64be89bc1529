import type { Config } from './answers/config.ts';

/** Differences of the embedded core from other cores, which report none. Sent only after a login. */
export const EXTENSIONS = [
  /** `/memfs/ingest` accepts a key per channel: see `hlsPushKey.ts`. */
  'push-keys',
  /** A new user, password or token secret takes effect without interrupting live streams. */
  'live-login',
  /** An RTMP name published by a stored process is reserved for it. */
  'own-names',
  /** An update that makes the same stream (`isSameStream.ts`) keeps the files, so readers continue. */
  'kept-stream',
  /** Reports streams arriving by RTMP, restarts readers when they change, and fills in missing audio. */
  'published-streams',
  'pages',
  'reports-nothing',
  /** Has no disk cache, whatever `storage.disk.cache` is. */
  'no-disk-cache',
  'agent',
  /** Has no SRT server, whatever `srt` is. */
  'no-srt-server',
] as const;
export type Extension = (typeof EXTENSIONS)[number];

export const withoutAbsentServers = (config: Config, about: { extensions: readonly string[] }): Config =>
  hasExtension(about, 'no-srt-server') ? { ...config, srt: undefined } : config;

export const hasExtension = ({ extensions }: { extensions: readonly string[] }, extension: Extension): boolean =>
  extensions.includes(extension);

/** Expiry of a certificate in unix seconds, with the label `names`. */
export const CERTIFICATE_METRIC = 'tls_certificate_end';

/** Unix seconds of the next attempt at a failed automatic certificate, with the labels `name` and `reason`. */
export const CERTIFICATE_PROBLEM_METRIC = 'tls_certificate_problem';

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
