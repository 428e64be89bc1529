import { call, readProperty, textWithin } from './readUntypedProperties.ts';

type Callback = (error: unknown, request: unknown) => void;
type Requester = (options: unknown, callback: Callback) => unknown;

/** Imitates a request of video.js's HLS engine (xhr.js). */
class ReadyRequest extends EventTarget {
  readonly uri: string;
  readonly requestType: string;
  readonly responseType: string;
  readonly requestTime = Date.now();
  aborted = false;
  status = 0;
  responseURL = '';
  responseText = '';
  response: ArrayBuffer | string | null = null;
  responseHeaders: Record<string, string> = {};
  responseTime = 0;
  roundTripTime = 0;
  bytesReceived = 0;
  /** Bit/s. */
  bandwidth = 0;
  #own: unknown;

  constructor(options: unknown) {
    super();
    this.uri = textWithin(options, 'uri');
    this.requestType = textWithin(options, 'requestType');
    this.responseType = textWithin(options, 'responseType');
  }

  /** The engine estimates the bandwidth from the duration. */
  take({ status, url, headers, body, ms }: Reply) {
    this.status = status;
    this.responseURL = url;
    if (this.responseType === 'arraybuffer') this.response = body;
    else this.responseText = textOf({ body });
    this.responseHeaders = Object.fromEntries(headers);
    this.responseTime = Date.now();
    this.roundTripTime = ms;
    this.bytesReceived = body.byteLength;
    this.bandwidth = Math.floor((body.byteLength * 8000) / Math.max(1, ms));
  }

  make(requester: Requester, options: unknown, callback: Callback) {
    this.#own = requester(options, callback);
  }

  abort() {
    this.aborted = true;
    call(this.#own, 'abort');
    this.dispatchEvent(new Event('loadend'));
  }
}

/** Makes requests for video.js's HLS engine, but uses prefetched replies for whole files. */
export const requesterOf =
  (replies: Replies, requester: Requester): Requester =>
  (options, callback) => {
    const address = textWithin(options, 'uri');
    const reply =
      readProperty(readProperty(options, 'headers'), 'Range') === undefined ? replies.get(address) : undefined;
    if (reply === undefined) return requester(options, callback);
    replies.delete(address);
    const request = new ReadyRequest(options);
    reply
      .then((reply) => (reply.status === 200 ? reply : null))
      .catch(() => null)
      .then((reply) => {
        if (request.aborted) return;
        if (reply === null) {
          request.make(requester, options, callback);
          return;
        }
        request.take(reply);
        callback(null, request);
      });
    return request;
  };

export interface Reply {
  status: number;
  headers: Headers;
  /** After redirects. */
  url: string;
  body: ArrayBuffer;
  /** Of `performance.now()`. */
  begun: number;
  ms: number;
}

/** Keyed by absolute request address. Each reply is used once. */
export type Replies = Map<string, Promise<Reply>>;

/** Requests made before the player was loaded. */
export interface HeadStart {
  source: string;
  replies: Replies;
  poster: string;
  /** Of `performance.now()`. */
  begun: number;
}

declare global {
  interface Window {
    /** Set by start.min.js; null if the player was loaded first. */
    headStart?: HeadStart | null;
  }
}

export async function fetchReply(address: string, options: RequestInit): Promise<Reply> {
  const startedAt = performance.now();
  const response = await fetch(address, options);
  const { status, headers, url } = response;
  const body = await response.arrayBuffer();
  return { status, headers, url, body, begun: startedAt, ms: performance.now() - startedAt };
}

export const textOf = ({ body }: Pick<Reply, 'body'>): string => new TextDecoder().decode(body);
