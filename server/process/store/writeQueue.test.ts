import { describe, expect, it } from 'vitest';
import type { DbContent } from './db.ts';
import { createWriteQueue, type DbChange } from './writeQueue.ts';

const EMPTY: DbContent = { processes: [], metadata: new Map(), processMetadata: new Map() };

function open() {
  const disk = { content: EMPTY, writes: 0, isFull: false };
  const queue = createWriteQueue(EMPTY, async (content) => {
    disk.writes += 1;
    await Promise.resolve();
    if (disk.isFull) throw new Error('no space');
    disk.content = content;
  });
  return { disk, queue, ...viewsOf(disk, queue) };
}
const viewsOf = (disk: { content: DbContent }, queue: { content(): DbContent }) => ({
  onDisk: () => Object.fromEntries(disk.content.metadata),
  inMemory: () => Object.fromEntries(queue.content().metadata),
});

const setValue =
  (key: string, value: number): DbChange =>
  (content) => ({ ...content, metadata: new Map(content.metadata).set(key, value) });

it('a change takes effect once it is on the disk', async () => {
  const { queue, inMemory, onDisk } = open();
  const change = queue.change(setValue('a', 1));
  expect(inMemory()).toEqual({});
  await change;
  expect([inMemory(), onDisk()]).toEqual([{ a: 1 }, { a: 1 }]);
});

it('changes during a write share the next one', async () => {
  const { queue, disk, onDisk } = open();
  await Promise.all(Array.from({ length: 50 }, (_, index) => queue.change(setValue(`k${index}`, index))));
  expect(disk.writes).toBeLessThanOrEqual(2);
  expect(Object.keys(onDisk())).toHaveLength(50);
});

describe('a failed write', () => {
  it('rejects, and changes neither memory nor disk', async () => {
    const { queue, disk, inMemory, onDisk } = open();
    await queue.change(setValue('a', 1));
    disk.isFull = true;
    await expect(queue.change(setValue('a', 2))).rejects.toThrow('no space');
    expect([inMemory(), onDisk()]).toEqual([{ a: 1 }, { a: 1 }]);
    disk.isFull = false;
    await queue.change(setValue('b', 1));
    expect(onDisk()).toEqual({ a: 1, b: 1 });
  });

  it('does not affect a change that arrived meanwhile', async () => {
    const { queue, disk, onDisk } = open();
    disk.isFull = true;
    const refused = queue.change(setValue('a', 1));
    const later = refused.catch(() => {
      disk.isFull = false;
      return queue.change(setValue('b', 1));
    });
    await expect(refused).rejects.toThrow('no space');
    await later;
    expect(onDisk()).toEqual({ b: 1 });
  });

  it('applies a kept change at once, and writes it later', async () => {
    const { queue, disk, inMemory, onDisk } = open();
    disk.isFull = true;
    const changes = [queue.change(setValue('stop', 1), { kept: true }), queue.change(setValue('a', 1))];
    for (const change of changes) await expect(change).rejects.toThrow('no space');
    expect([inMemory(), onDisk()]).toEqual([{ stop: 1 }, {}]);
    await queue.settle();
    expect(onDisk()).toEqual({});
    disk.isFull = false;
    await queue.settle();
    expect(onDisk()).toEqual({ stop: 1 });
    const { writes } = disk;
    await queue.settle();
    expect(disk.writes).toBe(writes);
  });

  it('is followed by a write of the old content, because it may be partial', async () => {
    const { queue, disk } = open();
    disk.isFull = true;
    await expect(queue.change(setValue('a', 1))).rejects.toThrow();
    disk.isFull = false;
    const { writes } = disk;
    await queue.settle();
    expect([disk.writes, disk.content]).toEqual([writes + 1, EMPTY]);
  });
});
