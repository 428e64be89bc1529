import { expect, it, vi } from 'vitest';
import { memoizeByObject } from './memoizeByObject.ts';

it('memoizeByObject computes once per object', () => {
  const make = vi.fn(({ name }: { name: string }) => `<${name}>`);
  const memoized = memoizeByObject(make);
  const object = { name: 'a' };
  expect([memoized(object), memoized(object), memoized({ name: 'a' })]).toEqual(['<a>', '<a>', '<a>']);
  expect(make).toHaveBeenCalledTimes(2);
});
