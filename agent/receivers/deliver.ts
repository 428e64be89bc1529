import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { type AddressRules, isAddressAllowed, isHostAllowed } from './addressRules.ts';
import type { AlarmMessage } from './alarmMessage.ts';
import { type Delivery, type DeliveryFault, faultOfError } from './delivery.ts';
import { destinationOf, type Receiver } from './readReceiver.ts';
import { sendMail } from './sendMail.ts';
import { sendRequest } from './sendRequest.ts';

const PATIENCE_MS = 10_000;
/** An alarm that waits longer is none. */
const LONGEST_WAIT_S = 3600;

/** A name has led to an address where nothing is sent. */
class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress';
}

/** As `lookup` of `node:dns` is. */
export type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

interface Surroundings {
  rules: AddressRules;
  /** Milliseconds since 1970. */
  now?: () => number;
  resolve?: Resolve;
  patienceMs?: number;
}

/** Tells a receiver once. Never throws. */
export async function deliver(
  { kind, orderFor }: Receiver,
  message: AlarmMessage,
  { rules, now = Date.now, resolve, patienceMs = PATIENCE_MS }: Surroundings,
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
 * Looks a name up for a connection and leaves only allowed addresses: what is judged is what is connected to, so a name that
 * is answered otherwise at the second look gains nothing. Node does not ask it for a host that is an address.
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
/** Too early, too many, or another server that failed. */
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

/** RFC 9110 10.2.3: seconds, or a date. null: it asks for no wait. */
function readRetryAfter(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now) / 1000);
  return seconds > 0 ? Math.min(seconds, LONGEST_WAIT_S) : null;
}

function judgeError(error: unknown): Delivery {
  if (error instanceof ForbiddenAddress) return { type: 'refused', why: 'forbidden-address', status: null };
  // A token or an id that cannot stand in a header.
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
/** RFC 4954: the server wants a login first. */
const LOGIN_REPLIES = [530, 535, 538];

/** Of a mail server. null: it has not refused anything. */
function judgeReply(error: unknown): Delivery | null {
  if (!(error instanceof Error)) return null;
  const [code, reply, command] = ['code', 'responseCode', 'command'].map((key) => Reflect.get(error, key));
  const why = MAIL_FAULTS[String(code)];
  // The library has nothing to log in with.
  if (command === 'API') return { type: 'refused', why: why ?? 'rejected', status: null };
  if (typeof reply !== 'number' || why === undefined) return null;
  if (reply < 500) return { type: 'retry', why: 'server-failed', status: reply, afterSeconds: null };
  return { type: 'refused', why: LOGIN_REPLIES.includes(reply) && code !== 'ETLS' ? 'login' : why, status: reply };
}
