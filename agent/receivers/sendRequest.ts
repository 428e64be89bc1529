import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { HttpOrder } from './receiverKind.ts';

const MAX_BYTES = 4096;

interface Answer {
  status: number;
  retryAfter: string | undefined;
}

/**
 * Returns the status, without following redirects. Reads the body for a while, so that the server is not cut off.
 * Throws errors of Node. `fetch` cannot choose the address, and a second undici costs 6 MiB.
 */
export function sendRequest(
  { method, url, headers, body }: HttpOrder,
  lookup: LookupFunction,
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const send = new URL(url).protocol === 'https:' ? requestHttps : requestHttp;
    const length = body === null ? {} : { 'content-length': `${Buffer.byteLength(body)}` };
    let step: 'looks up' | 'connects' | 'asked' = 'connects';
    const watched: LookupFunction = (host, options, done) => {
      step = 'looks up';
      lookup(host, options, (...found) => {
        step = 'connects';
        done(...found);
      });
    };
    const sent = send(url, {
      ...{ method, lookup: watched, signal, agent: false },
      headers: { 'user-agent': 'Sluice', ...headers, ...length },
    });
    let answer: Answer | null = null;
    let failure: Error | null = null;
    sent.on('socket', (socket) => {
      socket.once('connect', () => {
        step = 'asked';
      });
    });
    sent.on('error', (error) => {
      // An address that drops packets is unreachable, not slow.
      const isSwallowed = signal.aborted && step === 'connects';
      failure = isSwallowed ? Object.assign(new Error('no connection'), { code: 'EHOSTUNREACH' }) : error;
    });
    sent.on('response', (response) => {
      answer = { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] };
      let bytes = 0;
      response.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes > MAX_BYTES) response.destroy();
      });
      // The status has arrived; later errors do not matter.
      response.on('error', () => undefined);
    });
    sent.on('close', () => {
      if (answer === null) reject(failure ?? Object.assign(new Error('no answer'), { code: 'ECONNRESET' }));
      else resolve(answer);
    });
    sent.end(body);
  });
}
