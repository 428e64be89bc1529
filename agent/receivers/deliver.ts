import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { type AddressRules, isAddressAllowed, isHostAllowed } from './addressRules.ts';
import type { AlarmMessage } from './alarmMessage.ts';
import { type Delivery, type DeliveryFault, faultOfError } from './delivery.ts';
import { destinationOf, type Receiver } from './readReceiver.ts';
import { sendMail } from './sendMail.ts';
import { sendRequest } from './sendRequest.ts';

const TIMEOUT_MS = 10_000;
const LONGEST_WAIT_S = 3600;

class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress';
}

export type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

interface Surroundings {
  rules: AddressRules;
  now?: () => number;
  resolve?: Resolve;
  patienceMs?: number;
}

/** Sends a message once. Never throws. */
export async function deliver(
  { kind, orderFor }: Receiver,
  message: AlarmMessage,
  { rules, now = Date.now, resolve, patienceMs = TIMEOUT_MS }: Surroundings,
): Promise<Delivery> {
  try {
    const order = orderFor(message, now());
    const { host, port } = destinationOf(order);
    if (!isHostAllowed(host, port, rules)) throw new ForbiddenAddress(host);
    const guarded = guardedLookup(port, rules, resolve);
    const signal = AbortSignal.timeout(patienceMs);
    return order.type === 'mail'
      ? { type: 'delivered', status: await sendMail({ ...order, host }, guarded, signal) }
      : judgeAnswer(await sendRequest(order, guarded, signal), kind.emptyAnswers, now());
  } catch (error) {
    return judgeError(error);
  }
}

/**
 * Returns allowed addresses only. The connection uses them, so DNS rebinding gains nothing. Not called for IP
 * addresses.
 */
function guardedLookup(port: number, rules: AddressRules, resolve: Resolve = lookup): LookupFunction {
  return (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, []);
      const allowed = found.filter(({ address }) => isAddressAllowed(address, port, rules));
      const [first] = allowed;
      if (first === undefined) return done(new ForbiddenAddress(host), []);
      if (options.all) return done(null, allowed);
      done(null, first.address, first.family);
    });
}

const REFUSALS: Readonly<Record<number, DeliveryFault>> = {
  401: 'login',
  403: 'login',
  404: 'not-found',
  407: 'login',
};
/** Temporary statuses: too early, too many requests, or a failed dependency. */
const PASSING: readonly number[] = [408, 423, 424, 425, 429];

function judgeAnswer(
  { status, retryAfter }: { status: number; retryAfter: string | undefined },
  emptyAnswers: readonly number[],
  now: number,
): Delivery {
  if (emptyAnswers.includes(status)) return { type: 'refused', why: 'nobody-told', status };
  if (status >= 200 && status < 300) return { type: 'delivered', status };
  if (status === 410) return { type: 'gone', status };
  if (status >= 300 && status < 400) return { type: 'refused', why: 'redirected', status };
  if (status >= 500 || PASSING.includes(status))
    return {
      ...{ type: 'retry', why: status === 429 ? 'too-many' : 'server-failed', status },
      afterSeconds: readRetryAfter(retryAfter, now),
    };
  return { type: 'refused', why: REFUSALS[status] ?? 'rejected', status };
}

/** Parses `Retry-After` (RFC 9110 10.2.3), seconds or a date, into seconds; null if absent. */
function readRetryAfter(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now) / 1000);
  return seconds > 0 ? Math.min(seconds, LONGEST_WAIT_S) : null;
}

function judgeError(error: unknown): Delivery {
  if (error instanceof ForbiddenAddress) return { type: 'refused', why: 'forbidden-address', status: null };
  // A token or id with characters that a header cannot have.
  if (error instanceof TypeError || error instanceof RangeError)
    return { type: 'refused', why: 'rejected', status: null };
  return judgeReply(error) ?? { type: 'retry', why: faultOfError(error), status: null, afterSeconds: null };
}

const MAIL_FAULTS: Readonly<Record<string, DeliveryFault>> = {
  EAUTH: 'login',
  EENVELOPE: 'recipient-refused',
  EMESSAGE: 'rejected',
  ETLS: 'tls-not-offered',
};
/** RFC 4954: authentication required or failed. */
const LOGIN_REPLIES = [530, 535, 538];

function judgeReply(error: unknown): Delivery | null {
  if (!(error instanceof Error)) return null;
  const [code, reply, command] = ['code', 'responseCode', 'command'].map((key) => Reflect.get(error, key));
  const reason = MAIL_FAULTS[String(code)];
  // nodemailer has no credentials that the server accepts.
  if (command === 'API') return { type: 'refused', why: reason ?? 'rejected', status: null };
  if (typeof reply !== 'number' || reason === undefined) return null;
  if (reply < 500) return { type: 'retry', why: 'server-failed', status: reply, afterSeconds: null };
  return { type: 'refused', why: LOGIN_REPLIES.includes(reply) && code !== 'ETLS' ? 'login' : reason, status: reply };
}
