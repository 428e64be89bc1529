import type { Server } from 'node:tls';
import type { CertificateProblemReason } from '../../src/api/coreExtensions.ts';
import type { ServerCertificate } from './readCertificate.ts';

export interface CertificateProblem {
  readonly name: string;
  readonly reason: CertificateProblemReason;
  /** Unix time in ms. */
  readonly nextTryMs: number;
}

export interface CertificateSource {
  /** Sets the contexts of a server now and after each renewal, without closing connections. */
  serve(server: Server): void;
  /** Certificates in use, without a self-signed stand-in. */
  certificates(): readonly ServerCertificate[];
  problems(): readonly CertificateProblem[];
  /** Response at `/.well-known/acme-challenge/{token}`; null for an unknown token. */
  challengeAnswer(token: string): string | null;
  start(httpPort: number): void;
  stop(): Promise<void>;
}

/** Its message is meant for operators. `retryAfterMs`: demanded by the authority. */
export class CertificateError extends Error {
  readonly reason: CertificateProblemReason;
  readonly retryAfterMs: number | null;

  constructor(reason: CertificateProblemReason, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}
