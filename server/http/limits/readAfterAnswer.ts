import type { IncomingMessage, ServerResponse } from 'node:http';

/** How long what is left of a body is read, and thrown away, once its request is answered. */
export const REST_MS = 2_000;

/** A client that keeps sending after the answer is read only for a limited time. */
export function endAfterAnswer(request: IncomingMessage, response: ServerResponse): void {
  const { headers } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  response.once('finish', () => {
    if (request.complete) return;
    const { socket } = request;
    const timer = setTimeout(() => {
      if (!request.complete) socket.destroy();
    }, REST_MS);
    socket.once('close', () => clearTimeout(timer));
    request.once('end', () => clearTimeout(timer));
  });
}
