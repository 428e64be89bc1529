import type { Server } from 'node:tls';
import type { CertificateProblemReason } from '../../src/api/coreExtensions.ts';
import type { ServerCertificate } from './readCertificate.ts';

/** A name without a certificate, or with one that could not be renewed. */
export interface CertificateProblem {
  readonly name: string;
  readonly reason: CertificateProblemReason;
  /** Unix time in ms. */
  readonly nextTryMs: number;
}

/** The certificates of the TLS servers of this core. */
export interface CertificateSource {
  /** Equips a server now, and again whenever a certificate is renewed, until it closes. Connections go on meanwhile. */
  serve(server: Server): void;
  /** Those that are in use; one that only stands in until there is a real one does not count. */
  certificates(): readonly ServerCertificate[];
  problems(): readonly CertificateProblem[];
  /** What the authority has to read at `/.well-known/acme-challenge/{token}`; null: no token of ours. */
  challengeAnswer(token: string): string | null;
  /** Called once the servers listen: from now on an authority can be asked. */
  start(httpPort: number): void;
  stop(): Promise<void>;
}

/** Throws nothing that is not for people. `retryAfterMs` is what the authority demands. */
export class CertificateError extends Error {
  readonly reason: CertificateProblemReason;
  readonly retryAfterMs: number | null;

  constructor(reason: CertificateProblemReason, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}
