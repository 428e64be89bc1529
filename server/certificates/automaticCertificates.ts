import type { CertificateProblemReason } from '../../src/api/coreExtensions.ts';
import type { LogRing } from '../log/index.ts';
import { elapsedMs } from '../util/elapsedMs.ts';
import { messageOf } from '../util/errorMessage.ts';
import {
  type Attempt,
  beginAttempt,
  delayAttempt,
  endAttempt,
  forgetFuture,
  forgiveAttempt,
  moveAttempt,
  nextTryMs,
  renewalTimeMs,
} from './attempts.ts';
import { AccountError, type Authority } from './authority.ts';
import type { Attempts, CertificateStore } from './certificateStore.ts';
import { CertificateError, type CertificateSource } from './certificateTypes.ts';
import type { Challenges } from './challenges.ts';
import type { Orders } from './orders.ts';
import { type KeyPair, readCertificate } from './readCertificate.ts';
import { createServedCertificates } from './servedCertificates.ts';

export interface Clock {
  now(): number;
  /** Monotonic time, unaffected when the clock is set. */
  elapsedMs(): number;
  after(ms: number, act: () => void): () => void;
}

export const systemClock: Clock = {
  now: Date.now,
  elapsedMs,
  after(ms, act) {
    const timer = setTimeout(act, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

export interface AutomaticDeps {
  /** Each name gets its own certificate, so that one failure does not affect the others. */
  readonly names: readonly string[];
  readonly email: string;
  readonly authority: Authority;
  readonly store: CertificateStore;
  readonly challenges: Challenges;
  readonly underWay: Orders['underWay'];
  readonly log: LogRing;
  readonly clock: Clock;
  /** Whether settings were saved, so that failed attempts need not wait. */
  readonly isReload: boolean;
}

/** Bounded, so as to notice a changed clock or a sleep of the machine. */
const LONGEST_SLEEP_MS = 60 * 60 * 1000;
const SHORTEST_SLEEP_MS = 1_000;
/** Smaller corrections are normal for a time service. */
const CLOCK_SET_MS = 1_000;
const SAVE_AGAIN_MS = 60_000;
const ASK_FOR_REVOCATION_MS = 6 * 60 * 60 * 1000;

/** Never throws: without a certificate the core still serves HTTP, and HTTPS with a self-signed one. */
export async function openAutomaticCertificates(deps: AutomaticDeps): Promise<CertificateSource> {
  const { names, email, authority, store, challenges, underWay, log, clock, isReload } = deps;
  const served = createServedCertificates();
  const problems = new Map<string, CertificateProblemReason>();
  const unsaved = new Map<string, KeyPair>();
  const revoked = new Set<string>();
  let askedForRevocationMs = Number.NEGATIVE_INFINITY;
  const renewedEarly = new Set<string>();
  let httpPort = 0;
  let isStopped = false;
  let cancel = () => {};
  let lastSave: Promise<unknown> = Promise.resolve();

  /** After the stop a successor may write the same files, so this rejects. */
  const save = (write: () => Promise<void>): Promise<void> => {
    const saving = isStopped ? Promise.reject(new Error('it has stopped')) : write();
    lastSave = saving.catch(() => undefined);
    return saving;
  };

  let attempts = await readAttempts();
  for (const name of names) {
    const pair = await store.readPair(name);
    if (pair === null) problems.set(name, 'pending');
    else served.replace(name, pair);
  }
  if (problems.size === names.length) served.standIn(await createSelfSigned(names));

  /** A damaged file counts as an attempt that just failed. */
  async function readAttempts(): Promise<Attempts> {
    const nowMs = clock.now();
    const found = await store.readAttempts();
    const attempts = found ?? Object.fromEntries(names.map((name) => [name, beginAttempt(nowMs)]));
    return isReload ? mapAttempts(attempts, forgiveAttempt) : attempts;
  }

  const currentCertificate = (name: string) => {
    const pair = served.get(name);
    return pair === null ? null : readCertificate(pair.cert);
  };

  let clockMs = clock.now() - clock.elapsedMs();
  let areMoved = false;
  /** Shifts the attempts when the clock was set: no wait ends early or lasts for years. */
  const followClock = () => {
    const shiftMs = clock.now() - clock.elapsedMs() - clockMs;
    if (Math.abs(shiftMs) < CLOCK_SET_MS) return;
    clockMs += shiftMs;
    attempts = mapAttempts(attempts, (attempt) => moveAttempt(attempt, shiftMs));
    areMoved = true;
  };

  const nextTryOf = (name: string): number => {
    followClock();
    const certificate = currentCertificate(name);
    return nextTryMs(certificate === null || revoked.has(name) ? 0 : renewalTimeMs(certificate), attempts[name]);
  };

  const note = (name: string, change: (attempt: Attempt | undefined, nowMs: number) => Attempt) => {
    followClock();
    attempts = { ...attempts, [name]: change(attempts[name], clock.now()) };
  };

  const rememberAttempts = async (): Promise<void> => {
    await save(() => store.saveAttempts(attempts)).catch(() => undefined);
  };

  const savePair = async (name: string, pair: KeyPair) => {
    try {
      await save(() => store.savePair(name, pair));
      if (unsaved.delete(name)) problems.delete(name);
    } catch (error) {
      if (isStopped) return;
      if (!unsaved.has(name)) logProblem('error', name, 'storage', messageOf(error));
      unsaved.set(name, pair);
      problems.set(name, 'storage');
    }
  };

  const logProblem = (level: 'error' | 'info', name: string, reason: CertificateProblemReason, error: string) =>
    log.write(level, 'TLS', SENTENCES[reason], {
      name,
      error,
      next_try: new Date(nextTryOf(name)).toISOString(),
    });

  const readAccountKey = async (): Promise<string> => {
    const stored = await store.readAccountKey();
    if (stored !== null) return stored;
    const key = await authority.createAccountKey();
    await wrapStorageError(save(() => store.saveAccountKey(key)));
    return key;
  };

  const placeOrder = async (name: string): Promise<KeyPair> => {
    // An order that cannot be stored is not placed: each restart would place another.
    await wrapStorageError(save(() => store.saveAttempts(attempts)));
    const accountKey = await readAccountKey();
    if (isStopped) throw new Error('it has stopped');
    log.write('info', 'TLS', 'Asking for a certificate', { name });
    const placed = authority.obtain({
      ...{ name, email, accountKey },
      show: (token, keyAuthorization) => challenges.show(token, keyAuthorization, httpPort),
    });
    underWay.set(name, placed);
    return placed.finally(() => underWay.delete(name));
  };

  const order = async (name: string): Promise<void> => {
    const before = underWay.get(name);
    if (!before || attempts[name] === undefined) note(name, (attempt, nowMs) => beginAttempt(nowMs, attempt));
    if (before) log.write('info', 'TLS', 'Waiting for the certificate that was asked for before the reload', { name });
    try {
      const pair = await (before ?? placeOrder(name));
      if (isStopped) return;
      served.replace(name, pair);
      revoked.delete(name);
      note(name, (attempt, nowMs) => endAttempt(attempt, nowMs));
      await rememberAttempts();
      const endsAtMs = currentCertificate(name)?.endsAtMs ?? 0;
      log.write('info', 'TLS', 'A certificate was issued', { name, ends: new Date(endsAtMs).toISOString() });
      problems.delete(name);
      await savePair(name, pair);
    } catch (error) {
      if (isStopped) return;
      const { reason, retryAfterMs } =
        error instanceof CertificateError ? error : new CertificateError('refused', messageOf(error));
      // The account may be closed: the next attempt opens another.
      if (error instanceof AccountError) {
        const key = await authority.createAccountKey();
        await save(() => store.saveAccountKey(key)).catch(() => undefined);
      }
      note(name, (attempt, nowMs) => delayAttempt(attempt, nowMs, retryAfterMs));
      await rememberAttempts();
      problems.set(name, reason);
      logProblem('error', name, reason, messageOf(error));
    }
  };

  const askForRevocation = async (): Promise<void> => {
    if (clock.elapsedMs() - askedForRevocationMs < ASK_FOR_REVOCATION_MS) return;
    askedForRevocationMs = clock.elapsedMs();
    for (const name of names) {
      const pair = served.get(name);
      if (pair === null || revoked.has(name)) continue;
      if (!(await authority.wantsReplaced(pair.cert).catch(() => false))) continue;
      revoked.add(name);
      log.write('warn', 'TLS', 'The authority wants this certificate replaced now: it is revoked, or will be', {
        name,
      });
    }
  };

  const isDue = async (name: string): Promise<boolean> => {
    renewedEarly.delete(name);
    if (underWay.has(name)) return true;
    if (nextTryOf(name) > clock.now()) return false;
    const certificate = currentCertificate(name);
    if (certificate === null || revoked.has(name)) return true;
    // Our clock may be wrong. If the authority does not respond, the order is placed anyway and counted.
    const theirMs = (await authority.timeMs().catch(() => null)) ?? clock.now();
    if (theirMs >= renewalTimeMs(certificate)) return true;
    renewedEarly.add(name);
    return false;
  };

  const renewDue = async (): Promise<void> => {
    followClock();
    attempts = mapAttempts(attempts, (attempt) => forgetFuture(attempt, clock.now()));
    if (areMoved) {
      areMoved = false;
      await rememberAttempts();
    }
    for (const [name, pair] of [...unsaved]) await savePair(name, pair);
    await askForRevocation();
    for (const name of names) {
      if (!isStopped && (await isDue(name)) && !isStopped) await order(name);
    }
    if (isStopped) return;
    const soonest = Math.min(...names.filter((name) => !renewedEarly.has(name)).map(nextTryOf)) - clock.now();
    const longest = unsaved.size > 0 ? SAVE_AGAIN_MS : LONGEST_SLEEP_MS;
    cancel = clock.after(Math.min(Math.max(soonest, SHORTEST_SLEEP_MS), longest), begin);
  };

  function begin() {
    renewDue().catch((error: unknown) => {
      log.write('error', 'TLS', 'Unexpected fault', { error: messageOf(error) });
      if (!isStopped) cancel = clock.after(LONGEST_SLEEP_MS, begin);
    });
  }

  return {
    serve: served.serve,
    certificates: () => names.flatMap((name) => currentCertificate(name) ?? []),
    problems: () => [...problems].map(([name, reason]) => ({ name, reason, nextTryMs: nextTryOf(name) })),
    challengeAnswer: challenges.answer,
    start(port) {
      httpPort = port;
      begin();
    },
    async stop() {
      isStopped = true;
      cancel();
      // An order in flight may take minutes; the successor takes it over.
      await lastSave;
    },
  };
}

const wrapStorageError = (saving: Promise<void>): Promise<void> =>
  saving.catch((error: unknown) => {
    throw new CertificateError('storage', messageOf(error));
  });

const mapAttempts = (attempts: Attempts, change: (attempt: Attempt) => Attempt): Attempts =>
  Object.fromEntries(Object.entries(attempts).map(([name, attempt]) => [name, change(attempt)]));

const SENTENCES: Readonly<Record<CertificateProblemReason, string>> = {
  pending: 'The certificate is being obtained',
  'port-taken': 'No certificate: port 80 is used by another program',
  'port-closed': 'No certificate: the authority cannot reach port 80 of this name',
  'other-server': 'No certificate: the name leads to another server',
  unresolved: 'No certificate: the name does not resolve',
  refused: 'No certificate: the authority refuses it',
  contact: 'No certificate: the authority refuses the contact e-mail address',
  'rate-limited': 'No certificate: the authority has had too many requests',
  'authority-down': 'No certificate: the authority does not answer',
  storage: 'The files of the certificate cannot be saved',
};

/** No expiry (RFC 5280, 4.1.2.5): the clock may not be set yet. */
const SELF_SIGNED = { notBefore: new Date(0), notAfter: new Date('9999-12-31T23:59:59Z') };
const SELF_SIGNED_CURVE = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** Creates a self-signed certificate, not stored, that serves until the real one arrives. */
async function createSelfSigned(names: readonly string[]): Promise<KeyPair> {
  const x509 = await import('@peculiar/x509');
  const keys = await crypto.subtle.generateKey(SELF_SIGNED_CURVE, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Sluice (not from an authority)',
    ...SELF_SIGNED,
    signingAlgorithm: SELF_SIGNED_CURVE,
    keys,
    extensions: [new x509.SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns' as const, value })))],
  });
  const key = x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  return { key, cert: certificate.toString('pem') };
}
