import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { HttpOrder } from './receiverKind.ts';

const MOST_BYTES = 4096;

interface Answer {
  status: number;
  /** As sent. */
  retryAfter: string | undefined;
}

/**
 * Sends a request and follows no redirect. Of the answer only the status is kept; it is read for a while so that the server is
 * not cut off within a sentence. Throws what Node reports, also where `signal` ends it.
 *
 * `fetch` cannot choose an address, and undici would be a second copy of it: 6 MiB.
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
    // Not called for a host that is an address.
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
      // An address that swallows all is not one that answers late.
      const isSwallowed = signal.aborted && step === 'connects';
      failure = isSwallowed ? Object.assign(new Error('no connection'), { code: 'EHOSTUNREACH' }) : error;
    });
    sent.on('response', (response) => {
      answer = { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] };
      let bytes = 0;
      response.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes > MOST_BYTES) response.destroy();
      });
      // Its status has arrived, whatever comes after.
      response.on('error', () => undefined);
    });
    sent.on('close', () => {
      if (answer === null) reject(failure ?? Object.assign(new Error('no answer'), { code: 'ECONNRESET' }));
      else resolve(answer);
    });
    sent.end(body);
  });
}
