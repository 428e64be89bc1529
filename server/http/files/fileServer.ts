import type { IncomingMessage, ServerResponse } from 'node:http';
import { posix } from 'node:path';
import type { Config } from '../../config/configSchema.ts';
import type { Log } from '../../log/index.ts';
import type { Processes } from '../../process/index.ts';
import { removeFolder } from '../../sessions/playlistTemplates.ts';
import type { Counter, FileRequest, PlaylistAnswer, Sessions } from '../../sessions/types.ts';
import type { DiskStorage } from '../../storage/diskStorage.ts';
import type { MemoryStorage } from '../../storage/memory.ts';
import type { TypeOf } from '../../storage/mime.ts';
import { normalizeName } from '../../storage/normalizeName.ts';
import { type FileOwner, pushedTo } from '../../storage/shares.ts';
import type { Storage } from '../../storage/types.ts';
import { ApiError } from '../../util/apiError.ts';
import { limit } from '../../util/limits.ts';
import { responseBacklog } from '../limits/responseBacklog.ts';
import type { LoginQueue } from '../login/loginQueue.ts';
import { findClientAddress, isFromThisMachine } from '../request/clientAddress.ts';
import { createFileNotFound, createRouteNotFound, refuse } from '../request/errorResponse.ts';
import { createHostCheck, findForeignReason, isOfAnotherPage, isOfPage } from '../request/foreignRequest.ts';
import { buildDocumentGuards, buildWebsiteGuards } from '../request/securityHeaders.ts';
import { compress, compressionGate } from './compress.ts';
import { createMemoryAccess } from './memfsWriteAccess.ts';
import { gonePageHeaders, ROOT_PAGE, renderNotFoundPage } from './notFoundPage.ts';
import { chooseEncoding } from './responsePlan.ts';
import { findIndexPage, sendFile } from './sendFile.ts';
import { removeFile, storeUpload } from './upload.ts';

interface FileServerDeps {
  readonly config: Config;
  readonly log: Log;
  readonly mem: MemoryStorage;
  readonly disk: DiskStorage;
  readonly sessions: Sessions;
  readonly typeOf: TypeOf;
  readonly loginQueue: LoginQueue;
  readonly pushKeyOf: (channel: string) => string | null;
  /** Our own ffmpegs write below a secret folder name. */
  readonly processes: Pick<Processes, 'uploadWriterOf' | 'uploadRefused'>;
}

export interface FileServer {
  memory(request: IncomingMessage, response: ServerResponse, path: string, query: string): Promise<void>;
  disk(request: IncomingMessage, response: ServerResponse, path: string, query: string): Promise<void>;
}

const MEMORY_MOUNT = '/memfs';
// Playlists on the disk are read whole and rewritten; a larger file is not one.
const PLAYLIST_BYTES = 4 * 1024 * 1024;
const COMPRESS_FROM_BYTES = 1000;

export function createFileServer(deps: FileServerDeps): FileServer {
  const { config, log, mem, disk, sessions, typeOf, loginQueue, pushKeyOf, processes } = deps;
  const { cache } = config.storage.disk;
  const isOwnHost = createHostCheck(config);

  /** With a password, browsers attach it to cross-origin forms, while other requests need a preflight. */
  const isForeignWrite = ({ headers, method }: IncomingMessage): boolean => {
    if (config.storage.memory.auth.enable) return method === 'POST' && isOfAnotherPage(headers, false);
    return isOfPage(headers) && findForeignReason(headers, isOwnHost, true) !== null;
  };

  const mayWrite = createMemoryAccess({ auth: config.storage.memory.auth, log, loginQueue, pushKeyOf });

  const answerPlaylist = async (
    request: IncomingMessage,
    response: ServerResponse,
    { storage, path, mount, query }: RequestedFile,
  ): Promise<boolean> => {
    const file = await storage.stat(path);
    if (file === null || file.sizeBytes > PLAYLIST_BYTES) return false;
    const body = await readWhole(storage, path);
    if (body === null) return false;
    const viewer = viewerOf(request, mount + path, query);
    const root = storage === disk ? disk.root : undefined;
    const counted = sessions.playlist(viewer, body, root);
    const answer = counted.kind === 'pass' ? answerUncounted(body, root) : counted;
    if (answer === null) return false;
    const type = typeOf(path);
    if (answer.kind === 'refused') {
      refuse(response, new ApiError(answer.status, answer.message, [answer.detail]), { 'Content-Type': type });
      return true;
    }
    const plain = answer.body;
    const isWorth = plain.length >= COMPRESS_FROM_BYTES && compressionGate.isFree();
    const encoding = isWorth ? chooseEncoding(request.headers, ['gzip']) : null;
    const bytes = encoding === null ? plain : await compress(plain, encoding);
    if (answer.counter !== null) count(response, answer.counter);
    response.writeHead(200, {
      'Content-Type': type,
      'Content-Length': bytes.length,
      'Last-Modified': file.lastModified.toUTCString(),
      // The playlist belongs to one viewer and must not be cached for another.
      'Cache-Control': 'private, no-cache',
      Vary: 'Origin, Accept-Encoding',
      ...(encoding === null ? {} : { 'Content-Encoding': encoding }),
    });
    if (request.method === 'HEAD') response.end();
    else {
      response.end(bytes);
      responseBacklog.hold(response, { owner: bytes, bytes: bytes.length });
    }
    return true;
  };

  const send = async (request: IncomingMessage, response: ServerResponse, requested: RequestedFile): Promise<void> => {
    const { storage, path, mount, query } = requested;
    if (path.endsWith('.m3u8')) {
      if (await answerPlaylist(request, response, requested)) return;
    } else if (path.endsWith('.ts') && request.method === 'GET') {
      const counter = sessions.segment(viewerOf(request, mount + path, query));
      if (counter !== null) count(response, counter);
    }
    const found = await sendFile(request, response, {
      storage,
      path,
      type: typeOf(path),
      headers: requested.headers,
      encodings: ['gzip'],
    });
    if (found) return;
    if (storage === disk && path === ROOT_PAGE && config.router.ui_path !== '') {
      response.writeHead(302, { Location: '/ui/', 'Content-Length': 0, 'Cache-Control': 'no-store' }).end();
      return;
    }
    const { accept, 'accept-language': languages } = request.headers;
    const page = renderNotFoundPage({ path, accept, languages });
    if (page === null) throw createFileNotFound(path);
    response.writeHead(404, { ...gonePageHeaders, 'Content-Length': Buffer.byteLength(page) });
    response.end(request.method === 'HEAD' ? undefined : page);
  };

  /** Browsers may cache what the operator allows. The core itself caches nothing. */
  const diskHeaders = (path: string): Readonly<Record<string, string>> => {
    const { allow, block } = cache.types;
    const extension = posix.extname(path);
    const isKept = cache.enable && !block.includes(extension) && (allow.length === 0 || allow.includes(extension));
    return {
      ...buildDocumentGuards(typeOf(path)),
      ...buildWebsiteGuards(path),
      ...(isKept ? { 'Cache-Control': `max-age=${cache.ttl_seconds}` } : {}),
    };
  };

  /** Keeps the key out of logs. `process`: owner of the key; null without one. */
  const withoutKey = (request: IncomingMessage, path: string): { path: string; process: string | null } => {
    const writer = isFromThisMachine(request) ? processes.uploadWriterOf(path) : null;
    if (writer === null) return { path, process: null };
    request.url = request.url?.replace(writer.folder, '');
    return { path: path.slice(writer.folder.length), process: writer.process };
  };

  const pushes = new Map<string, number>();
  const asPush = async (request: IncomingMessage, path: string, upload: () => Promise<void>) => {
    const channel = pushedTo(normalizeName(path));
    if (channel === null) return upload();
    const count = pushes.get(channel) ?? 0;
    pushes.set(channel, count + 1);
    try {
      if (count >= limit('pushedUploads')) throw tooManyUploads();
      await upload();
    } catch (error) {
      if (error instanceof ApiError) {
        const fields = { client: findClientAddress(request), path: MEMORY_MOUNT + path, reason: error.details[0] };
        log.write('warn', 'HTTP', 'Push refused', fields);
      }
      throw error;
    } finally {
      const left = (pushes.get(channel) ?? 1) - 1;
      if (left === 0) pushes.delete(channel);
      else pushes.set(channel, left);
    }
  };

  const store = async (request: IncomingMessage, response: ServerResponse, path: string, process: string | null) => {
    if (process === null) return storeUpload(request, response, { storage: mem, path });
    const writer: FileOwner = { kind: 'process', id: process };
    await storeUpload(request, response, { storage: mem, path, writer }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 400) processes.uploadRefused(process, path);
      throw error;
    });
  };

  const write = async (
    request: IncomingMessage,
    response: ServerResponse,
    { path, query, process }: { path: string; query: string; process: string | null },
  ) => {
    const isOwn = process !== null;
    if (!isOwn && isForeignWrite(request))
      throw new ApiError(403, 'Forbidden', ['pages of other sites may not write here']);
    if (!isOwn && !(await mayWrite(request, path))) {
      const headers = { 'Content-Type': typeOf(path), 'WWW-Authenticate': 'basic realm=Restricted' };
      refuse(response, new ApiError(401, 'Unauthorized', ['Unauthorized']), headers);
      return;
    }
    if (request.method === 'DELETE') {
      if (!(await removeFile(response, { storage: mem, path }))) throw createFileNotFound(path);
      return;
    }
    await asPush(request, path, () => store(request, response, path, process));
    const body = mem.get(path)?.body;
    if (body === undefined || !/\.(m3u8|ts)$/.test(path)) return;
    const playlist = path.endsWith('.m3u8') ? body : null;
    sessions.written(viewerOf(request, MEMORY_MOUNT + path, query), body.length, playlist);
  };

  return {
    memory: async (request, response, pathWithKey, query) => {
      const { path, process } = withoutKey(request, pathWithKey);
      switch (request.method) {
        case 'GET':
        case 'HEAD':
          return send(request, response, { storage: mem, mount: MEMORY_MOUNT, path, query, headers: {} });
        case 'PUT':
        case 'POST':
        case 'DELETE':
          return write(request, response, { path, query, process });
        default:
          return refuse(response, createRouteNotFound(), { 'Content-Type': typeOf(path) });
      }
    },
    disk: async (request, response, path, query) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return refuse(response, createRouteNotFound(), { 'Content-Type': typeOf(path) });
      }
      const page = await findIndexPage(disk, path);
      return send(request, response, { storage: disk, mount: '', path: page, query, headers: diskHeaders(page) });
    },
  };
}

const tooManyUploads = () =>
  new ApiError(503, 'Service Unavailable', ['too many uploads to this channel at the same time']);

interface RequestedFile {
  readonly storage: Storage;
  readonly mount: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
}

function answerUncounted(body: Buffer, root: string | undefined): Exclude<PlaylistAnswer, { kind: 'pass' }> | null {
  if (root === undefined || !body.includes(root)) return null;
  return { kind: 'body', body: Buffer.from(removeFolder(body.toString('utf8'), root)), counter: null };
}

const viewerOf = (request: IncomingMessage, path: string, query: string): FileRequest => ({
  path,
  query,
  address: findClientAddress(request),
  userAgent: request.headers['user-agent'] ?? '',
  referer: request.headers.referer ?? '',
});

/** Counts headers and body, including those of an aborted download. */
function count(response: ServerResponse, counter: Counter): void {
  const { socket } = response;
  const before = socket?.bytesWritten ?? 0;
  response.once('close', () => counter.tx((socket?.bytesWritten ?? before) - before));
}

async function readWhole(storage: Storage, path: string): Promise<Buffer | null> {
  const found = await storage.read(path);
  if (found === null) return null;
  if (Buffer.isBuffer(found.body)) return found.body;
  const parts: Buffer[] = [];
  for await (const part of found.body) parts.push(part);
  return Buffer.concat(parts);
}
