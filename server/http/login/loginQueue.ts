import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { limit } from '../../util/limits.ts';
import { toNetworkPrefix } from '../../util/networks.ts';
import { findClientAddress, readPeerAddress } from '../request/clientAddress.ts';
import { createLoginLines, createTooManyLogins, createWaitRule } from './networkLoginQueues.ts';

const listeners = new WeakMap<Socket, Set<() => void>>();

/** Calls back once when the connection ends; returns a function to cancel. Any number may wait for one socket. */
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
      for (const listener of [...all]) listener();
    });
  }
  all.add(call);
  return () => all.delete(call);
}

// Without a reason, each abort would create an error with a stack.
const LEFT = 'left';

export interface LoginAttempt {
  readonly signal: AbortSignal;
  /** Only the operator's password `forgives`: with a lesser secret one could guess forever. */
  compare(check: { readonly decide: () => boolean; readonly forgives: boolean }): Promise<boolean>;
  leave(): void;
}

interface DeskLimits {
  readonly inAll?: number;
  readonly perAddress?: number;
  readonly remembered?: number;
}

export interface LoginQueue {
  /** `peer` is the connection's; `address` may be forged. Throws 429 if this address has too many open logins. */
  enter(address: string, peer: string): LoginAttempt;
  readonly size: () => number;
}

/** A proxy with very many failures is slowed as a whole, because its clients may forge addresses. */
export function createLoginQueue({
  inAll: total = limit('openLogins'),
  perAddress = limit('openLoginsOfAddress'),
  remembered = limit('loginAddresses'),
}: DeskLimits = {}): LoginQueue {
  const rule = createWaitRule();
  const addresses = createLoginLines({ rule, remembered });
  const proxyRule = { ...rule, free: limit('freeLoginsOfProxy') };
  const proxies = createLoginLines({ rule: proxyRule, remembered });
  const visitorsByNetwork = new Map<string, Set<AbortController>>();
  let count = 0;

  const dismissGreediest = (newcomer: string) => {
    let greediest = visitorsByNetwork.get(newcomer) ?? new Set();
    for (const visitors of visitorsByNetwork.values()) if (visitors.size > greediest.size) greediest = visitors;
    if (greediest === visitorsByNetwork.get(newcomer)) throw createTooManyLogins();
    const [first] = greediest;
    first?.abort(LEFT);
  };

  return {
    size: addresses.size,
    enter: (address, peer) => {
      const network = toNetworkPrefix(address);
      const proxy = toNetworkPrefix(peer);
      if ((visitorsByNetwork.get(network)?.size ?? 0) >= perAddress) throw createTooManyLogins();
      if (count >= total) dismissGreediest(network);
      const own = visitorsByNetwork.get(network) ?? new Set();
      const control = new AbortController();
      visitorsByNetwork.set(network, own.add(control));
      count += 1;
      const leave = () => {
        if (!own.delete(control)) return;
        count -= 1;
        if (own.size === 0) visitorsByNetwork.delete(network);
      };
      control.signal.addEventListener('abort', leave);
      const { signal } = control;
      const abort = () => control.abort(LEFT);
      return {
        signal,
        compare: async (check) => {
          if (signal.aborted) throw createTooManyLogins();
          if (proxy === network) return addresses.stand(network, check, signal);
          // Each queue computes its own wait only.
          const timer = setTimeout(abort, rule.longestWaitMs);
          // A valid password of one client must not clear the failures of the proxy's others.
          const queueAtProxy = () => proxies.stand(proxy, { ...check, forgives: false }, signal);
          const inBoth = addresses.stand(network, { ...check, decide: queueAtProxy }, signal);
          return inBoth.finally(() => clearTimeout(timer));
        },
        leave: abort,
      };
    },
  };
}

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
