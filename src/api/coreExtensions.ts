/** What a core can do beyond the contract. It says so to whoever is logged in; one that says nothing can do none of it. */
export const EXTENSIONS = [
  /** `/memfs/ingest` opens to a key of the channel: see `hlsPushKey.ts`. */
  'push-keys',
  /** Another user, password or secret of the tokens is in effect after the reload, and nothing that is live is interrupted. */
  'live-login',
  /** An RTMP name that a stored process publishes belongs to it. */
  'own-names',
  /** An update of a process that makes the same stream (`isSameStream.ts`) leaves its files: who reads them goes on. */
  'kept-stream',
  /** It tells nobody how it is, whatever `update_check` says. */
  'reports-nothing',
] as const;
export type Extension = (typeof EXTENSIONS)[number];

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
