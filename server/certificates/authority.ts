import { X509Certificate } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { rootCertificates } from 'node:tls';
import * as z from 'zod';
import type { CertificateProblemReason } from '../../src/api/coreExtensions.ts';
import { messageOf } from '../util/errorMessage.ts';
import { CertificateError } from './certificateTypes.ts';
import { isPairFor, type KeyPair } from './readCertificate.ts';

export interface Authority {
  createAccountKey(): Promise<string>;
  /** Throws a `CertificateError`, or an `AccountError` if the authority no longer accepts the account. */
  obtain(certificate: WantedCertificate): Promise<KeyPair>;
  /** Whether the authority wants the certificate replaced now, by its own clock, because of a revocation (RFC 9773). */
  wantsReplaced(cert: string): Promise<boolean>;
  /** Unix time in ms by the authority's clock; null if unknown. Throws a `CertificateError`. */
  timeMs(): Promise<number | null>;
}

interface WantedCertificate {
  readonly name: string;
  readonly email: string;
  readonly accountKey: string;
  readonly show: (token: string, keyAuthorization: string) => Promise<() => Promise<void>>;
}

export class AccountError extends CertificateError {}

interface Place {
  readonly directoryUrl: string;
  /** PEM of a private root; null for the well-known ones. */
  readonly ca: string | null;
}

const TIMEOUT_MS = 30_000;
const LARGEST_ANSWER = 1024 * 1024;
/** Polls for about three minutes in all (ms). */
const POLLS = { backoffAttempts: 40, backoffMin: 250, backoffMax: 5_000 };

const Problem = z.object({ type: z.string(), detail: z.string().default('') });
type Problem = z.infer<typeof Problem>;

/** Problem types after `urn:ietf:params:acme:error:` (RFC 8555, 6.7). Any other is a refusal. */
const REASON_BY_TYPE: Readonly<Record<string, CertificateProblemReason>> = {
  connection: 'port-closed',
  tls: 'port-closed',
  dns: 'unresolved',
  unauthorized: 'other-server',
  incorrectResponse: 'other-server',
  rateLimited: 'rate-limited',
  invalidContact: 'contact',
  unsupportedContact: 'contact',
  serverInternal: 'authority-down',
};

const typeOf = ({ type }: Problem): string => type.replace(/^urn:ietf:params:acme:error:/, '');

const errorOf = (problem: Problem, retryAfterMs: number | null = null): CertificateError => {
  const type = typeOf(problem);
  const reason = (Object.hasOwn(REASON_BY_TYPE, type) ? REASON_BY_TYPE[type] : undefined) ?? 'refused';
  return new CertificateError(reason, `${type}: ${problem.detail}`, retryAfterMs);
};

/** Parses `Retry-After`, which is seconds or a date by the sender's clock. */
function retryAfterMs({ 'retry-after': value, date = '' }: IncomingHttpHeaders): number | null {
  if (value === undefined) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.parse(date);
  return Number.isFinite(ms) && ms > 0 ? ms : null;
}

const timeMsIn = ({ date = '' }: IncomingHttpHeaders): number | null => {
  const ms = Date.parse(date);
  return Number.isNaN(ms) ? null : ms;
};

interface OutgoingRequest {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly ca: string | null;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

function send(url: string, { method, headers = {}, body, ca }: OutgoingRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) =>
      reject(new CertificateError('authority-down', `${new URL(url).host}: ${messageOf(error)}`));
    const sent = request(url, {
      method,
      headers: { 'User-Agent': 'sluice', ...headers },
      agent: false,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(ca === null ? {} : { ca: [...rootCertificates, ca] }),
    });
    sent.on('error', fail);
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => {
        text += String(part);
        if (text.length > LARGEST_ANSWER) response.destroy(new Error('the answer is too large'));
      });
      response.on('error', fail);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.end(body);
  });
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Throws for an error response. The library retries only after an expired nonce. */
function requireAnswer({ status, headers, text }: Answer): void {
  if (status < 300) {
    if (isOfAuthority(text)) return;
    throw new CertificateError('authority-down', 'something else answers in its place');
  }
  const problem = Problem.safeParse(jsonOf(text));
  if (!problem.success || status >= 500) {
    throw new CertificateError('authority-down', `HTTP status ${status}`, retryAfterMs(headers));
  }
  if (typeOf(problem.data) !== 'badNonce') throw errorOf(problem.data, retryAfterMs(headers));
}

/** An HTML page would come from a proxy or another server. */
const isOfAuthority = (text: string): boolean => {
  const document = jsonOf(text);
  return text === '' || text.startsWith('-----BEGIN') || (typeof document === 'object' && document !== null);
};

/** With this adapter each request is sent once; by itself the library retries and obeys any wait. */
async function loadLibrary(ca: string | null) {
  const { default: acme } = await import('acme-client');
  acme.axios.defaults.adapter = async (config) => {
    const answer = await send(config.url ?? '', {
      method: (config.method ?? 'get').toUpperCase(),
      headers: { 'Content-Type': 'application/jose+json' },
      body: typeof config.data === 'string' ? config.data : undefined,
      ca,
    });
    requireAnswer(answer);
    const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
    return { data: answer.text, status: answer.status, statusText: '', headers, config };
  };
  return acme;
}

const Directory = z.object({ renewalInfo: z.string().optional() });
const RenewalInfo = z.object({ suggestedWindow: z.object({ start: z.string(), end: z.string() }) });

export function createAuthority({ directoryUrl, ca }: Place): Authority {
  return {
    async createAccountKey() {
      const acme = await loadLibrary(ca);
      return String(await acme.crypto.createPrivateEcdsaKey('P-256'));
    },

    async obtain({ name, email, accountKey, show }) {
      const acme = await loadLibrary(ca);
      const client = new acme.Client({ directoryUrl, accountKey, ...POLLS });
      const contact = email === '' ? {} : { contact: [`mailto:${email}`] };
      await client.createAccount({ termsOfServiceAgreed: true, ...contact }).catch((error: unknown) => {
        throw error instanceof CertificateError && error.reason === 'other-server'
          ? new AccountError('refused', error.message)
          : error;
      });
      const order = await client.createOrder({ identifiers: [{ type: 'dns', value: name }] });
      const [authorization] = await client.getAuthorizations(order);
      if (authorization === undefined) throw new CertificateError('refused', 'the order asks for no proof');
      if (authorization.status !== 'valid') {
        const challenge = authorization.challenges.find(({ type }) => type === 'http-01');
        if (challenge === undefined) throw new CertificateError('refused', 'the authority offers no HTTP challenge');
        const hide = await show(challenge.token, await client.getChallengeKeyAuthorization(challenge));
        try {
          await client.completeChallenge(challenge);
          await client.waitForValidStatus(authorization);
        } catch (error) {
          if (error instanceof CertificateError) throw error;
          const [judged] = await client.getAuthorizations(order);
          const problem = judged?.challenges
            .map((failed) => Problem.safeParse(failed.error))
            .find(({ success }) => success);
          throw problem?.data === undefined ? error : errorOf(problem.data);
        } finally {
          await hide();
        }
      }
      const [key, csr] = await acme.crypto.createCsr(
        { altNames: [name] },
        await acme.crypto.createPrivateEcdsaKey('P-256'),
      );
      const cert = await client.getCertificate(await client.finalizeOrder(order, csr));
      const pair = { key: String(key), cert };
      if (!isPairFor(name, pair)) throw new CertificateError('refused', `the certificate is not for ${name}`);
      return pair;
    },

    async timeMs() {
      return timeMsIn((await send(directoryUrl, { method: 'GET', ca })).headers);
    },

    async wantsReplaced(cert) {
      const { renewalInfo } = Directory.parse(jsonOf((await send(directoryUrl, { method: 'GET', ca })).text));
      const id = renewalInfo === undefined ? null : await renewalIdOf(cert);
      if (id === null) return false;
      const { status, headers, text } = await send(`${renewalInfo}/${id}`, { method: 'GET', ca });
      if (status !== 200) return false;
      const { suggestedWindow } = RenewalInfo.parse(jsonOf(text));
      return Date.parse(suggestedWindow.start) <= (timeMsIn(headers) ?? 0);
    },
  };
}

/** Issuer key and serial number, for `renewalInfo` (RFC 9773, 4.1); null without an issuer key. */
async function renewalIdOf(cert: string): Promise<string | null> {
  const x509 = await import('@peculiar/x509');
  const read = new x509.X509Certificate(new X509Certificate(cert).raw);
  const issuer = read.getExtension(x509.AuthorityKeyIdentifierExtension)?.keyId;
  if (issuer === undefined) return null;
  const serial = Buffer.from(read.serialNumber, 'hex');
  return `${Buffer.from(issuer, 'hex').toString('base64url')}.${serial.toString('base64url')}`;
}
