import { posix } from 'node:path';

interface PendingUpload {
  readonly name: string;
  readonly done: Promise<unknown>;
}

interface Upload<T> {
  readonly name: string;
  collect(): Promise<Buffer>;
  keep(bytes: Buffer): T;
}

/**
 * Uploads under way. ffmpeg sends a segment on one connection and, without waiting for an answer, the playlist that
 * names it on another: the small one is there first, and a player that asks just then would miss the segment. So a
 * playlist is kept when the uploads that it names and that began before it have ended, and after its older self.
 */
export function createUploadOrder(): <T>(upload: Upload<T>) => Promise<T> {
  const underWay = new Set<PendingUpload>();

  const receive = async <T>({ name, collect, keep }: Upload<T>): Promise<T> => {
    const earlier = [...underWay];
    const bytes = await collect();
    if (name.endsWith('.m3u8')) {
      const awaited = earlier.filter((other) => other.name === name || bytes.includes(posix.basename(other.name)));
      await Promise.allSettled(awaited.map(({ done }) => done));
    }
    return keep(bytes);
  };

  return (upload) => {
    const done = receive(upload);
    const pending = { name: upload.name, done };
    underWay.add(pending);
    return done.finally(() => underWay.delete(pending));
  };
}
