import { type IncomingHttpHeaders, request } from 'node:http';

export interface RawRequest {
  readonly method?: string;
  /** Sent unchanged: recordings include dot segments and double slashes. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export function sendRawRequest(
  port: number,
  { method = 'GET', path, headers = {}, body }: RawRequest,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const chunked = Object.keys(headers).includes('Transfer-Encoding');
    const length = body === undefined || chunked ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const sent = request(
      { host: '127.0.0.1', port, method, path, headers: { ...headers, ...length }, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
