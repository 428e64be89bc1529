import { expect, it, vi } from 'vitest';
import { memoizeByObject } from './memoizeByObject.ts';

it('memoizeByObject computes once per object', () => {
  const make = vi.fn(({ name }: { name: string }) => `<${name}>`);
  const kept = memoizeByObject(make);
  const one = { name: 'a' };
  expect([kept(one), kept(one), kept({ name: 'a' })]).toEqual(['<a>', '<a>', '<a>']);
  expect(make).toHaveBeenCalledTimes(2);
});
