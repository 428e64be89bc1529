import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { limit } from '../../util/limits.ts';
import { toNetworkPrefix } from '../../util/networks.ts';
import { findClientAddress, readPeerAddress } from '../request/clientAddress.ts';
import { createLoginLines, createTooManyLogins, createWaitRule } from './networkLoginQueues.ts';

const listeners = new WeakMap<Socket, Set<() => void>>();

/** Calls once when the connection ends; answers how to be called no more. Any number may wait for the same one. */
function onHangUp(socket: Socket, call: () => void): () => void {
  if (socket.destroyed) {
    call();
    return () => undefined;
  }
  const found = listeners.get(socket);
  const all = found ?? new Set();
  if (found === undefined) {
    listeners.set(socket, all);
    socket.once('close', () => {
      for (const each of [...all]) each();
    });
  }
  all.add(call);
  return () => all.delete(call);
}

// Without a reason, each abort would create an error with its stack.
const LEFT = 'left';

export interface LoginAttempt {
  /** Aborted when another login needs the place. */
  readonly signal: AbortSignal;
  /**
   * `decide` is called when it is this one's turn, or never if the visitor left before. Only the operator's own password
   * `forgives`: whoever has a lesser secret could guess at it for ever.
   */
  compare(check: { readonly decide: () => boolean; readonly forgives: boolean }): Promise<boolean>;
  leave(): void;
}

interface DeskLimits {
  readonly inAll?: number;
  readonly perAddress?: number;
  readonly remembered?: number;
}

export interface LoginQueue {
  /** `peer` holds the connection; `address` may be made up. Throws 429 if too many of this address are inside. */
  enter(address: string, peer: string): LoginAttempt;
  /** Addresses that something is remembered of. */
  readonly size: () => number;
}

/**
 * Passwords are compared one after the other for each address, and slower the more were wrong. Addresses wait for
 * others only if their proxy has named very many wrong ones: a client that makes up addresses would have no brake else.
 */
export function createLoginQueue({
  inAll = limit('openLogins'),
  perAddress = limit('openLoginsOfAddress'),
  remembered = limit('loginAddresses'),
}: DeskLimits = {}): LoginQueue {
  const rule = createWaitRule();
  const addresses = createLoginLines({ rule, remembered });
  const proxyRule = { ...rule, free: limit('freeLoginsOfProxy') };
  const proxies = createLoginLines({ rule: proxyRule, remembered });
  /** Logins in progress by address, oldest first. */
  const inside = new Map<string, Set<AbortController>>();
  let count = 0;

  /** The oldest login of the address with the most in progress: it had the most time. */
  const sendAway = (newcomer: string) => {
    let greediest = inside.get(newcomer) ?? new Set();
    for (const visitors of inside.values()) if (visitors.size > greediest.size) greediest = visitors;
    if (greediest === inside.get(newcomer)) throw createTooManyLogins();
    const [first] = greediest;
    first?.abort(LEFT);
  };

  return {
    size: addresses.size,
    enter: (address, peer) => {
      const network = toNetworkPrefix(address);
      const proxy = toNetworkPrefix(peer);
      if ((inside.get(network)?.size ?? 0) >= perAddress) throw createTooManyLogins();
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
      const { signal } = control;
      const goAway = () => control.abort(LEFT);
      return {
        signal,
        compare: async (check) => {
          if (signal.aborted) throw createTooManyLogins();
          if (proxy === network) return addresses.stand(network, check, signal);
          // Each line knows how long it takes by itself, and neither knows the other.
          const late = setTimeout(goAway, rule.longestWaitMs);
          // A right password of one client proves nothing about the proxy's others.
          const atProxy = () => proxies.stand(proxy, { ...check, forgives: false }, signal);
          const inBoth = addresses.stand(network, { ...check, decide: atProxy }, signal);
          return inBoth.finally(() => clearTimeout(late));
        },
        leave: goAway,
      };
    },
  };
}

/** The client is in the queue while this lasts, and leaves it when the connection ends. */
export async function attemptLogin<T>(
  queue: LoginQueue,
  request: IncomingMessage,
  work: (attempt: LoginAttempt) => Promise<T>,
): Promise<T> {
  const attempt = queue.enter(findClientAddress(request), readPeerAddress(request));
  const stopListening = onHangUp(request.socket, attempt.leave);
  try {
    return await work(attempt);
  } catch (error) {
    throw attempt.signal.aborted ? createTooManyLogins() : error;
  } finally {
    stopListening();
    attempt.leave();
  }
}
