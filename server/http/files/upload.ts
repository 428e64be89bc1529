import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import type { Storage } from '../../types.ts';

/** Clients that asked to be told before they send a body (ffmpeg does, to learn of a 401 first). */
const expecting = new WeakMap<IncomingMessage, ServerResponse>();

export const markExpectsContinue = (request: IncomingMessage, response: ServerResponse): void => {
  expecting.set(request, response);
};

export const expectsContinue = (request: IncomingMessage): boolean => expecting.has(request);

/** To be called when it is decided that the body is wanted. */
export function acceptBody(request: IncomingMessage): void {
  const response = expecting.get(request);
  if (expecting.delete(request)) response?.writeContinue();
}

/** Stores the body of a request; 201 if the file is new, else 204. */
export async function storeBody(
  request: IncomingMessage,
  response: ServerResponse,
  { storage, path }: { storage: Storage; path: string },
): Promise<void> {
  acceptBody(request);
  const outcome = await storage.write(path, storage.name === 'mem' ? request : bodyOf(request));
  response.setHeader('Content-Location', (request.url ?? '').split('?', 1)[0] ?? '');
  if (outcome === 'replaced') response.writeHead(204).end();
  else response.writeHead(201, { 'Content-Type': 'text/plain; charset=UTF-8', 'Content-Length': 0 }).end();
}

/** For the disk: the body, apart from its request. Who refuses it ends the one, and the other can still be answered. */
function bodyOf(request: IncomingMessage): Readable {
  const body = request.pipe(new PassThrough());
  request.once('close', () => {
    if (!request.readableEnded) body.destroy(new Error('the upload was broken off'));
  });
  return body;
}

/** false: there is no such file, nothing was sent. */
export async function removeFile(
  response: ServerResponse,
  { storage, path }: { storage: Storage; path: string },
): Promise<boolean> {
  if (!(await storage.remove(path))) return false;
  const text = `Deleted: ${path}`;
  const headers = { 'Content-Type': 'text/plain; charset=UTF-8', 'Content-Length': Buffer.byteLength(text) };
  response.writeHead(200, headers).end(text);
  return true;
}
