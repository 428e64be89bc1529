import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemory } from '../../storage/memory.ts';
import { sendFile } from './sendFile.ts';

const segment = Buffer.alloc(1024 * 1024, 'abcdefg');

/** The bytes of a file must not be copied on their way to hundreds of viewers. */
describe('a memory file that is sent', () => {
  const mem = createMemory({ limitBytes: 0, purge: false });
  let written: unknown[][] = [];
  const server = createServer((request, response: ServerResponse) => {
    const [write, end] = [vi.spyOn(response, 'write'), vi.spyOn(response, 'end')];
    response.once('close', () => {
      written = [...write.mock.calls, ...end.mock.calls];
    });
    sendFile(request, response, { storage: mem, path: '/a.ts', type: 'video/MP2T', encodings: ['gzip'] });
  });

  beforeEach(async () => {
    await mem.write('/a.ts', segment);
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(async () => {
    written = [];
    await new Promise((resolve) => server.close(resolve));
  });

  const get = async (headers: Record<string, string>) => {
    const bound = server.address();
    const port = typeof bound === 'object' ? bound?.port : null;
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { ...headers, Connection: 'close' } });
    const body = Buffer.from(await answer.arrayBuffer());
    await expect.poll(() => written.length).toBeGreaterThan(0);
    return body;
  };
  it('is stored without a copy', () => expect(mem.get('/a.ts')?.body).toBe(segment));

  it('is written in one piece, which is the stored buffer', async () => {
    expect((await get({})).equals(segment)).toBe(true);
    expect(written).toHaveLength(1);
    expect(written[0]?.[0]).toBe(segment);
  });

  it('is written as a view of the stored buffer for a range', async () => {
    expect((await get({ Range: 'bytes=7-1000' })).equals(segment.subarray(7, 1001))).toBe(true);
    expect(written).toHaveLength(1);
    const part = written[0]?.[0];
    expect(Buffer.isBuffer(part) && part.buffer === segment.buffer && part.byteOffset - segment.byteOffset).toBe(7);
  });
});
