import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { posix } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createBrotliCompress, createGzip } from 'node:zlib';
import { findMimeType, isCompressible } from '../../storage/mime.ts';
import type { Storage, StoredFile } from '../../storage/types.ts';
import { type ResponseBacklog, responseBacklog } from '../limits/responseBacklog.ts';
import { type CompressionCache, compressionGate, createCompressionCache } from './compress.ts';
import { createEtag, type Encoding, planResponse, type ResponsePlan } from './responsePlan.ts';

export interface FileToSend {
  readonly storage: Storage;
  readonly path: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** In order of preference; none by default. */
  readonly encodings?: readonly Encoding[];
}

const IN_ONE_PIECE_BYTES = 1024 * 1024;
/** Memory that counts for a file while it is compressed. */
const STREAM_BYTES = 4 * 1024 * 1024;
const KEPT_COMPRESSED = 256;
const caches = new WeakMap<Storage, CompressionCache>();

function compressedOf(storage: Storage): CompressionCache {
  const found = caches.get(storage) ?? createCompressionCache(KEPT_COMPRESSED);
  caches.set(storage, found);
  return found;
}

/** Returns false if there is no such file; nothing was sent. */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  fileToSend: FileToSend,
  backlog = responseBacklog,
): Promise<boolean> {
  const file = await fileToSend.storage.stat(fileToSend.path);
  if (file === null) return false;
  const type = fileToSend.type ?? findMimeType(file.name);
  const plan = planResponse(
    request.headers,
    file,
    isCompressible(type) && compressionGate.isFree() ? (fileToSend.encodings ?? []) : [],
  );
  const headers = headersOf(plan, file, type, fileToSend);
  if (request.method === 'HEAD' || plan.kind === 'unchanged' || plan.kind === 'unsatisfiable') {
    if (plan.kind === 'whole' && plan.encoding !== null) delete headers['Content-Length'];
    response.writeHead(statusOf(plan), headers).end();
    return true;
  }
  const found = await fileToSend.storage.read(fileToSend.path, plan.kind === 'part' ? plan.range : undefined);
  if (found === null) return false;
  if (createEtag(found.file) !== createEtag(file)) {
    if (!Buffer.isBuffer(found.body)) found.body.destroy();
    return sendFile(request, response, fileToSend, backlog);
  }
  if (plan.kind === 'whole' && plan.encoding !== null)
    await sendEncoded(response, headers, plan.encoding, found, fileToSend, backlog);
  else if (Buffer.isBuffer(found.body)) {
    response.writeHead(statusOf(plan), headers).end(found.body);
    const { storage, path } = fileToSend;
    backlog.hold(response, {
      // A slice keeps the whole buffer in memory.
      owner: found.body.buffer,
      bytes: found.body.buffer.byteLength,
      isStored: async () => {
        const now = await storage.stat(path);
        return now !== null && createEtag(now) === createEtag(file);
      },
    });
  } else {
    response.writeHead(statusOf(plan), headers);
    await pipeline(found.body, requireLength(lengthOf(plan, file)), response);
  }
  return true;
}

const statuses = { whole: 200, part: 206, unchanged: 304, unsatisfiable: 416 };
const statusOf = (plan: ResponsePlan): number => statuses[plan.kind];

const lengthOf = (plan: ResponsePlan, file: StoredFile): number =>
  plan.kind === 'part' ? plan.range.end - plan.range.start + 1 : file.sizeBytes;

function headersOf(plan: ResponsePlan, file: StoredFile, type: string, fileToSend: FileToSend): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {
    'Accept-Ranges': 'bytes',
    'Last-Modified': file.lastModified.toUTCString(),
    ETag: createEtag(file),
    ...fileToSend.headers,
  };
  if (isCompressible(type) && (fileToSend.encodings ?? []).length > 0) headers.Vary = 'Origin, Accept-Encoding';
  if (plan.kind === 'unchanged') return headers;
  if (plan.kind === 'unsatisfiable') {
    return { ...headers, 'Content-Range': `bytes */${file.sizeBytes}`, 'Content-Length': 0 };
  }
  headers['Content-Type'] = type;
  headers['Content-Length'] = lengthOf(plan, file);
  if (plan.kind === 'part') headers['Content-Range'] = `bytes ${plan.range.start}-${plan.range.end}/${file.sizeBytes}`;
  else if (plan.encoding !== null) headers['Content-Encoding'] = plan.encoding;
  return headers;
}

async function sendEncoded(
  response: ServerResponse,
  headers: OutgoingHttpHeaders,
  encoding: Encoding,
  { file, body }: { file: StoredFile; body: Buffer | Readable },
  { storage }: FileToSend,
  backlog: ResponseBacklog,
): Promise<void> {
  if (file.sizeBytes > IN_ONE_PIECE_BYTES && !Buffer.isBuffer(body)) {
    delete headers['Content-Length'];
    response.writeHead(200, headers);
    const compressor = encoding === 'gzip' ? createGzip() : createBrotliCompress();
    await compressionGate.run(STREAM_BYTES, () => pipeline(body, compressor, response));
    return;
  }
  const bytes = Buffer.isBuffer(body) ? body : await buffer(body);
  const small = await compressedOf(storage)(file.name, createEtag(file), encoding, bytes);
  headers['Content-Length'] = small.length;
  response.writeHead(200, headers).end(small);
  backlog.hold(response, { owner: small.buffer, bytes: small.buffer.byteLength });
}

/** A file that was cut while it was read must not look complete. */
function requireLength(bytes: number): Transform {
  let left = bytes;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      done(null, chunk);
    },
    flush(done) {
      done(left === 0 ? null : new Error('the file changed its size while it was read'));
    },
  });
}

/** A folder of the disk serves its `index.html`. The memory storage has no folders. */
export async function findIndexPage(
  storage: Storage & { isFolder?: (path: string) => Promise<boolean> },
  path: string,
) {
  if (storage.isFolder === undefined || !(await storage.isFolder(path))) return path;
  return posix.join(path, 'index.html');
}
