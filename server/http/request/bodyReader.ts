import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../../util/apiError.ts';
import { elapsedMs } from '../../util/elapsedMs.ts';
import { limit } from '../../util/limits.ts';
import { toNetworkPrefix } from '../../util/networks.ts';
import { findClientAddress } from './clientAddress.ts';

/** Requests with `Expect: 100-continue`, which ffmpeg sends to learn of a 401 first. */
const expecting = new WeakMap<IncomingMessage, ServerResponse>();

export const markExpectsContinue = (request: IncomingMessage, response: ServerResponse): void => {
  expecting.set(request, response);
};

export const expectsContinue = (request: IncomingMessage): boolean => expecting.has(request);

export function acceptBody(request: IncomingMessage): void {
  const response = expecting.get(request);
  if (expecting.delete(request)) response?.writeContinue();
}

export const createTooLarge = (): ApiError => new ApiError(413, 'Request Entity Too Large', ['the body is too large']);
const tooSlow = (): ApiError => new ApiError(408, 'Request Timeout', ['the body did not arrive in time']);
const tooMany = (): ApiError => new ApiError(503, 'Service Unavailable', ['too much is being sent at the same time']);
const abortedError = (): ApiError => new ApiError(400, 'Bad Request', ['the body broke off']);

interface BodyLimits {
  readonly bytes: number;
  /** Time limit for the body; received bytes extend it. */
  readonly ms: number;
  /** 0 for no extension. */
  readonly bytesPerSecond: number;
  readonly signal?: AbortSignal;
}

interface PendingBody {
  readonly network: string;
  bytes: number;
  end(error: ApiError): void;
}

export interface BodyReader {
  /** Returns the body in one piece. Throws an `ApiError`; the rest of a rejected body is discarded. */
  read(request: IncomingMessage, limits: BodyLimits): Promise<Buffer>;
}

const FIRST_BYTES = 4 * 1024;

/** One growing buffer per body, so that neither many chunks nor an announced length cost memory. */
export function createBodyReader(mostBytes = limit('jsonBodies')): BodyReader {
  const readings = new Set<PendingBody>();
  let bytes = 0;

  const makeRoom = () => {
    while (bytes > mostBytes) {
      const [greediest] = sortByGreed(readings);
      if (greediest === undefined) return;
      greediest.end(tooMany());
    }
  };

  const collect = (request: IncomingMessage, limits: BodyLimits) =>
    new Promise<Buffer>((resolve, reject) => {
      const startedAt = elapsedMs();
      const declared = Number(request.headers['content-length'] ?? limits.bytes);
      let body = Buffer.alloc(0);
      let size = 0;

      const end = (finish: () => void) => {
        clearTimeout(timer);
        request.off('data', append).off('end', onEnd).off('error', onAbort).off('close', onAbort);
        limits.signal?.removeEventListener('abort', onAbort);
        readings.delete(reading);
        bytes -= reading.bytes;
        finish();
      };
      const fail = (error: ApiError) => {
        body = Buffer.alloc(0);
        end(() => reject(error));
      };
      const reading: PendingBody = { network: toNetworkPrefix(findClientAddress(request)), bytes: 0, end: fail };
      const grow = (minimum: number) => {
        const room = Math.min(
          Math.max(minimum, body.length * 2, FIRST_BYTES),
          Math.max(declared, minimum),
          limits.bytes,
        );
        const next = Buffer.allocUnsafeSlow(room);
        body.copy(next, 0, 0, size);
        bytes += room - reading.bytes;
        reading.bytes = room;
        body = next;
        makeRoom();
      };
      const append = (piece: Buffer) => {
        if (size + piece.length > limits.bytes) return fail(createTooLarge());
        if (size + piece.length > body.length) grow(size + piece.length);
        // Growing may have exceeded the limit.
        if (!readings.has(reading)) return;
        piece.copy(body, size);
        size += piece.length;
      };
      const onEnd = () => end(() => resolve(body.subarray(0, size)));
      const onAbort = () => fail(abortedError());
      const checkTimeout = () => {
        const allowed = limits.ms + (limits.bytesPerSecond === 0 ? 0 : (size / limits.bytesPerSecond) * 1000);
        const left = allowed - (elapsedMs() - startedAt);
        if (left <= 0) return fail(tooSlow());
        timer = setTimeout(checkTimeout, left);
      };
      let timer = setTimeout(checkTimeout, limits.ms);

      readings.add(reading);
      limits.signal?.addEventListener('abort', onAbort);
      request.on('data', append).on('end', onEnd).on('error', onAbort).on('close', onAbort);
    });

  return {
    read: async (request, limits) => {
      if (Number(request.headers['content-length'] ?? 0) > limits.bytes) throw createTooLarge();
      if (request.destroyed || limits.signal?.aborted) throw abortedError();
      acceptBody(request);
      return collect(request, limits);
    },
  };
}

function sortByGreed(readings: ReadonlySet<PendingBody>): PendingBody[] {
  const sums = new Map<string, number>();
  for (const { network, bytes } of readings) sums.set(network, (sums.get(network) ?? 0) + bytes);
  const [max] = [...sums].sort(([, a], [, b]) => b - a);
  return [...readings].filter(({ network }) => network === max?.[0]).sort((a, b) => b.bytes - a.bytes);
}
