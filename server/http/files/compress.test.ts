import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { limit } from '../../util/limits.ts';
import { compress, compressionGate, createCompressionGate } from './compress.ts';

it('the compression gate limits the bytes in flight', async () => {
  const gate = createCompressionGate();
  const done: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => done.push(resolve));
  const half = limit('compressing') / 2;
  const first = gate.run(half, work);
  expect(gate.isFree()).toBe(true);
  const second = gate.run(half, work);
  expect(gate.isFree()).toBe(false);
  done[0]?.();
  await first;
  expect(gate.isFree()).toBe(true);
  await expect(gate.run(half, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(gate.isFree()).toBe(true);
  done[1]?.();
  await second;
});

it('compress() counts its bytes at the gate', async () => {
  const large = Buffer.alloc(limit('compressing'), 'x');
  const compressed = compress(large, 'gzip');
  expect(compressionGate.isFree()).toBe(false);
  expect(gunzipSync(await compressed).equals(large)).toBe(true);
  expect(compressionGate.isFree()).toBe(true);
});
