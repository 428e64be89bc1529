import type { IncomingMessage, ServerResponse } from 'node:http';
import { isTooFine } from './pieces.ts';

/** How long what is left of a body is read, and thrown away, once its request is answered. */
export const REST_MS = 2_000;

/** Reads what is left of a body for nobody, as long as it comes in pieces of some size. */
export function discardRest(request: IncomingMessage): void {
  let pieces = 0;
  let bytes = 0;
  request.on('data', (piece: Buffer) => {
    pieces += 1;
    bytes += piece.length;
    if (isTooFine(pieces, bytes)) request.socket.destroy();
  });
}

/** Who goes on sending after the answer is not listened to for ever. */
export function endAfterAnswer(request: IncomingMessage, response: ServerResponse): void {
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
