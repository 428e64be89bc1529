import type { ServerResponse } from 'node:http';
import { elapsedMs } from '../../util/elapsedMs.ts';
import { limit } from '../../util/limits.ts';
import { toNetworkPrefix } from '../../util/networks.ts';

interface PendingResponse {
  /** Responses with the same owner count once. */
  readonly owner: object;
  readonly bytes: number;
  /** Whether the owner is still stored, so that its memory is in use anyway. */
  readonly isStored?: () => Promise<boolean>;
}

export interface ResponseBacklog {
  /** Call it after the response was ended. Sent bytes cost nothing. */
  hold(response: ServerResponse, pending: PendingResponse): void;
}

interface Owner {
  readonly bytes: number;
  readonly isStored: () => Promise<boolean>;
  readonly responses: Set<ServerResponse>;
}

const CHECK_EVERY_MS = 250;

const networks = new WeakMap<ServerResponse, string>();
const networkOf = (response: ServerResponse): string => networks.get(response) ?? 'unknown';

/** Limits the memory for slow clients: beyond it, the greediest network loses its oldest responses. */
export function createResponseBacklog(mostBytes = limit('unsent')): ResponseBacklog {
  const owners = new Map<object, Owner>();
  let bytes = 0;
  let timer: NodeJS.Timeout | null = null;
  let checkedMs = Number.NEGATIVE_INFINITY;

  const release = (key: object, owner: Owner, response: ServerResponse) => {
    owner.responses.delete(response);
    if (owner.responses.size > 0 || owners.get(key) !== owner) return;
    owners.delete(key);
    bytes -= owner.bytes;
  };

  const check = async () => {
    const extra: Owner[] = [];
    for (const owner of owners.values()) if (!(await owner.isStored().catch(() => false))) extra.push(owner);
    let left = extra.reduce((sum, owner) => sum + owner.bytes, 0);
    if (left <= mostBytes) return;
    const waiting = extra.map((owner) => ({ owner, responses: new Set(owner.responses) }));
    const bytesByNetwork = new Map<string, number>();
    const add = (response: ServerResponse, size: number) => {
      const network = networkOf(response);
      bytesByNetwork.set(network, (bytesByNetwork.get(network) ?? 0) + size);
    };
    for (const { owner, responses } of waiting) for (const response of responses) add(response, owner.bytes);
    while (left > mostBytes && bytesByNetwork.size > 0) {
      const [busiest = ''] = [...bytesByNetwork].reduce((a, b) => (b[1] > a[1] ? b : a));
      const oldest = waiting.find(({ responses }) =>
        [...responses].some((response) => networkOf(response) === busiest),
      );
      if (oldest === undefined) {
        bytesByNetwork.delete(busiest);
        continue;
      }
      for (const response of oldest.responses) {
        if (networkOf(response) !== busiest) continue;
        oldest.responses.delete(response);
        add(response, -oldest.owner.bytes);
        response.destroy();
      }
      if (oldest.responses.size === 0) left -= oldest.owner.bytes;
    }
  };

  /** Stored files may be replaced at any time, so the sum is polled while it is this large. */
  const watch = () => {
    if (timer !== null || bytes <= mostBytes) return;
    timer = setTimeout(
      async () => {
        checkedMs = elapsedMs();
        await check();
        timer = null;
        watch();
      },
      Math.max(0, checkedMs + CHECK_EVERY_MS - elapsedMs()),
    );
    timer.unref();
  };

  return {
    hold: (response, { owner: key, bytes: size, isStored = async () => false }) => {
      if (response.writableLength === 0 || response.destroyed) return;
      const owner = owners.get(key) ?? { bytes: size, isStored, responses: new Set() };
      if (!owners.has(key)) {
        owners.set(key, owner);
        bytes += size;
      }
      owner.responses.add(response);
      networks.set(response, toNetworkPrefix(response.socket?.remoteAddress ?? ''));
      response.once('close', () => release(key, owner, response));
      watch();
    },
  };
}

export const responseBacklog = createResponseBacklog();
