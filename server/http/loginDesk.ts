import { ApiError } from '../apiError.ts';
import { elapsedMs } from '../clock.ts';
import { limit } from '../limits.ts';
import { networkOf } from '../networkOf.ts';
import { mayWait, pauseAfter, type WaitRule, waitRule } from './loginWait.ts';

export const tooManyLogins = (): ApiError =>
  new ApiError(429, 'Too Many Requests', [
    'Too many logins from this address at the same time. Try again in a moment.',
  ]);

// Without a reason an error would be made each time, with all its lines.
const LEFT = 'left';

/** Somebody who logs in, from the first byte on until the answer. */
export interface Visitor {
  /** Aborted when somebody else needs the place. */
  readonly signal: AbortSignal;
  /** `isRight` is called when it is this one's turn, or never if the visitor left before. */
  compare(isRight: () => boolean): Promise<boolean>;
  leave(): void;
}

interface Waiting {
  readonly decide: () => boolean;
  readonly give: (isRight: boolean) => void;
}

/** What is remembered of an address. */
interface AddressRecord {
  failures: number;
  lastFailedMs: number;
  readonly line: Set<Waiting>;
  timer: NodeJS.Timeout | null;
}

interface DeskLimits {
  readonly rule?: WaitRule;
  readonly inAll?: number;
  readonly perAddress?: number;
  readonly remembered?: number;
}

export interface LoginDesk {
  /** Throws 429 where too many of this address are inside already. */
  enter(address: string): Visitor;
  /** Addresses that something is remembered of. */
  readonly size: () => number;
}

/**
 * Where passwords are compared: one after the other for each address, and slower the more of them were wrong. Nobody
 * waits for another address. The right password forgives all that was wrong before.
 */
export function createLoginDesk({
  rule = waitRule(),
  inAll = limit('openLogins'),
  perAddress = limit('openLoginsOfAddress'),
  remembered = limit('loginAddresses'),
}: DeskLimits = {}): LoginDesk {
  /** In the order of their last failure. */
  const records = new Map<string, AddressRecord>();
  /** Who is inside, by address, the first to come first. */
  const inside = new Map<string, Set<AbortController>>();
  let count = 0;

  const forgetOldest = () => {
    for (const [network, { line }] of records) {
      if (records.size <= remembered) return;
      if (line.size === 0) records.delete(network);
    }
  };

  const recordOf = (network: string): AddressRecord => {
    const found = records.get(network);
    if (found !== undefined && (found.line.size > 0 || elapsedMs() - found.lastFailedMs < rule.forgetMs)) return found;
    const fresh = { failures: 0, lastFailedMs: Number.NEGATIVE_INFINITY, line: new Set<Waiting>(), timer: null };
    records.set(network, fresh);
    forgetOldest();
    return fresh;
  };

  const compare = (network: string, record: AddressRecord, isRight: () => boolean): boolean => {
    const result = isRight();
    records.delete(network);
    if (result && record.line.size === 0) return result;
    record.failures = result ? 0 : record.failures + 1;
    if (!result) record.lastFailedMs = elapsedMs();
    records.set(network, record);
    forgetOldest();
    return result;
  };

  const dueInMs = (record: AddressRecord) => record.lastFailedMs + pauseAfter(record.failures, rule) - elapsedMs();

  const advance = (network: string, record: AddressRecord) => {
    record.timer = null;
    for (const waiting of record.line) {
      const left = dueInMs(record);
      if (left > 0) {
        record.timer = setTimeout(() => advance(network, record), left);
        return;
      }
      record.line.delete(waiting);
      waiting.give(compare(network, record, waiting.decide));
    }
  };

  const standInLine = (network: string, isRight: () => boolean, signal: AbortSignal) =>
    new Promise<boolean>((resolve, reject) => {
      const record = recordOf(network);
      if (!mayWait(record.failures, record.line.size, rule)) return reject(tooManyLogins());
      const leave = () => {
        record.line.delete(waiting);
        if (record.line.size === 0 && record.failures === 0) records.delete(network);
        reject(tooManyLogins());
      };
      const waiting: Waiting = {
        decide: isRight,
        give: (result) => {
          signal.removeEventListener('abort', leave);
          resolve(result);
        },
      };
      record.line.add(waiting);
      signal.addEventListener('abort', leave);
      if (record.timer === null) advance(network, record);
    });

  /** Of the address with the most inside, the one that came first: it had the most time. */
  const sendAway = (newcomer: string) => {
    let greediest = inside.get(newcomer) ?? new Set();
    for (const visitors of inside.values()) if (visitors.size > greediest.size) greediest = visitors;
    if (greediest === inside.get(newcomer)) throw tooManyLogins();
    const [first] = greediest;
    first?.abort(LEFT);
  };

  return {
    size: () => records.size,
    enter: (address) => {
      const network = networkOf(address);
      if ((inside.get(network)?.size ?? 0) >= perAddress) throw tooManyLogins();
      if (count >= inAll) sendAway(network);
      const own = inside.get(network) ?? new Set();
      const control = new AbortController();
      inside.set(network, own.add(control));
      count += 1;
      const leave = () => {
        if (!own.delete(control)) return;
        count -= 1;
        if (own.size === 0) inside.delete(network);
      };
      control.signal.addEventListener('abort', leave);
      return {
        signal: control.signal,
        compare: async (isRight) => {
          if (control.signal.aborted) throw tooManyLogins();
          return standInLine(network, isRight, control.signal);
        },
        leave: () => control.abort(LEFT),
      };
    },
  };
}
