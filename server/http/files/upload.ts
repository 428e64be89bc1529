import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import type { FileOwner } from '../../storage/shares.ts';
import type { Storage } from '../../storage/types.ts';
import { acceptBody } from '../request/bodyReader.ts';

export async function storeUpload(
  request: IncomingMessage,
  response: ServerResponse,
  { storage, path, writer }: { storage: Storage; path: string; writer?: FileOwner },
): Promise<void> {
  acceptBody(request);
  const outcome = await storage.write(path, storage.name === 'mem' ? request : bodyOf(request), writer);
  response.setHeader('Content-Location', (request.url ?? '').split('?', 1)[0] ?? '');
  if (outcome === 'replaced') response.writeHead(204).end();
  else response.writeHead(201, { 'Content-Type': 'text/plain; charset=UTF-8', 'Content-Length': 0 }).end();
}

/** Separates the body from the request, so that the disk can destroy a rejected body before the response. */
function bodyOf(request: IncomingMessage): Readable {
  const body = request.pipe(new PassThrough());
  request.once('close', () => {
    if (!request.readableEnded) body.destroy(new Error('the upload was broken off'));
  });
  return body;
}

/** Returns false if there is no such file; nothing was sent. */
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
