import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from '../atomicFiles.ts';
import { badRequest, codeOf, type DiskPaths, orNull, UPLOADS } from './diskPaths.ts';
import { normalName } from './path.ts';

const NO_SPACE = 'not enough space on device';

/** Names that the file system does not take. */
const refusedNames: Readonly<Record<string, string>> = {
  EISDIR: 'is a directory',
  ENOTDIR: 'not a directory',
  EEXIST: 'not a directory',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'the folder was removed meanwhile',
};

interface DiskUploadsDeps {
  readonly root: string;
  readonly paths: DiskPaths;
  /** Bytes that a new content of `name` may have. */
  roomFor(name: string): Promise<number>;
}

/** Writes files so that readers see the old or the new one, and all uploads together keep to the limit. */
export function createDiskUploads({ root, paths, roomFor }: DiskUploadsDeps) {
  /** Of uploads that are under way. */
  let incomingBytes = 0;
  let lastCommit: Promise<void> = Promise.resolve();

  /** One after the other, and asked again: what was free when an upload began may be taken by now. */
  const commit = (name: string, upload: string, target: string, sizeBytes: number): Promise<void> => {
    const committed = lastCommit.then(async () => {
      if (sizeBytes > (await roomFor(name))) throw badRequest(NO_SPACE);
      await rename(upload, target);
    });
    lastCommit = committed.catch(() => undefined);
    return committed;
  };

  return async (path: string, body: Buffer | Readable): Promise<'created' | 'replaced'> => {
    const name = normalName(path);
    const upload = join(root, UPLOADS, randomUUID());
    let ownBytes = 0;
    try {
      const target = await paths.target(name);
      const room = await roomFor(name);
      const before = await orNull(stat(target));
      await makeFolder(dirname(upload));
      const limit = limited((bytes) => {
        ownBytes += bytes;
        incomingBytes += bytes;
        // All uploads together: each of them alone may fit.
        return incomingBytes <= room;
      });
      const source = Buffer.isBuffer(body) ? Readable.from([body]) : body;
      await pipeline(source, limit, createWriteStream(upload, { flags: 'wx' }));
      await commit(name, upload, target, ownBytes);
      return before === null ? 'created' : 'replaced';
    } catch (error) {
      await rm(upload, { force: true });
      throw refusalOf(error, name);
    } finally {
      incomingBytes -= ownBytes;
    }
  };
}

/** In words where the client can do something about it. */
function refusalOf(error: unknown, name: string): unknown {
  const code = String(codeOf(error));
  if (code === 'ENOSPC') return badRequest(NO_SPACE);
  const reason = refusedNames[code];
  return reason === undefined ? error : badRequest(`creating file failed: ${name}: ${reason}`);
}

function limited(fits: (bytes: number) => boolean): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (fits(chunk.length)) done(null, chunk);
      else done(badRequest(NO_SPACE));
    },
  });
}
