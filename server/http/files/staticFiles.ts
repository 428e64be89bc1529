import type { IncomingMessage, ServerResponse } from 'node:http';
import { posix } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { DiskStorage } from '../../storage/diskStorage.ts';
import { findMimeType } from '../../storage/mime.ts';
import { createRouteNotFound, refuse } from '../request/errorResponse.ts';
import { buildPageGuards } from '../request/securityHeaders.ts';
import { chooseEncoding, createEtag } from './responsePlan.ts';
import { findIndexPage, sendFile } from './sendFile.ts';

const HASHED = /-[A-Z0-9]{8}\./;
const FOR_EVER = 'public, max-age=31536000, immutable';

/** A file with a hash in its name never changes; all others are revalidated. */
const cachingOf = (path: string): string => (HASHED.test(posix.basename(path)) ? FOR_EVER : 'no-cache');

const withCharset = (type: string): string =>
  /^text\/|javascript|json|xml/.test(type) ? `${type}; charset=utf-8` : type;

export function createStaticFiles(mount: string, disk: DiskStorage) {
  const guards = createPageGuards(disk);
  return async (request: IncomingMessage, response: ServerResponse, path: string, query: string): Promise<boolean> => {
    if (path !== mount && !path.startsWith(`${mount}/`)) return false;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      refuse(response, createRouteNotFound());
    } else if (path === mount) {
      response.writeHead(301, { Location: `${mount}/${query === '' ? '' : `?${query}`}`, 'Content-Length': 0 }).end();
    } else {
      const pathInMount = path.slice(mount.length);
      const page = await findIndexPage(disk, pathInMount);
      for (const [name, value] of Object.entries(await guards(page))) response.setHeader(name, value);
      if (!(await send(request, response, page, disk))) refuse(response, createRouteNotFound());
    }
    return true;
  };
}

function createPageGuards(disk: DiskStorage) {
  const entries = new Map<string, { etag: string; headers: Readonly<Record<string, string>> }>();
  return async (path: string): Promise<Readonly<Record<string, string>>> => {
    const file = findMimeType(path) === 'text/html' ? await disk.stat(path) : null;
    if (file === null) return {};
    const etag = createEtag(file);
    const found = entries.get(path);
    if (found?.etag === etag) return found.headers;
    const read = await disk.read(path);
    if (read === null) return {};
    const html = Buffer.isBuffer(read.body) ? read.body : await buffer(read.body);
    const headers = buildPageGuards(html.toString());
    entries.set(path, { etag, headers });
    return headers;
  };
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  disk: DiskStorage,
): Promise<boolean> {
  const type = withCharset(findMimeType(path));
  const headers = { 'Cache-Control': cachingOf(path), Vary: 'Origin, Accept-Encoding' };
  // Compressed at build time.
  const encoding = request.headers.range === undefined ? chooseEncoding(request.headers, ['br', 'gzip']) : null;
  if (encoding !== null) {
    const built = `${path}.${encoding === 'br' ? 'br' : 'gz'}`;
    const encoded = { storage: disk, path: built, type, headers: { ...headers, 'Content-Encoding': encoding } };
    if (await sendFile(request, response, encoded)) return true;
  }
  return sendFile(request, response, { storage: disk, path, type, headers, encodings: ['br', 'gzip'] });
}
