import { describe, expect, it } from 'vitest';
import { differencesBetween, withValueAt } from './difference.ts';

const hostile = (json: string): unknown => JSON.parse(json);

describe('differences between two JSON values', () => {
  it.each<[title: string, before: unknown, after: unknown, paths: string[]]>([
    ['equal values have none', { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
    ['the order of keys does not matter', { a: 1, b: 2 }, { b: 2, a: 1 }, []],
    ['an undefined value counts as absent', { a: undefined }, {}, []],
    ['nested groups differ in their smallest value', { a: { b: 1, c: 1 } }, { a: { b: 1, c: 2 } }, ['a.c']],
    ['lists of equal length differ by position', [{ a: 1 }, 2], [{ a: 1 }, 3], ['1']],
    ['lists of other lengths differ as a whole', { a: [1] }, { a: [1, 2] }, ['a']],
    ['a group in place of a text differs as a whole', { a: 'x' }, { a: { b: 1 } }, ['a']],
    ['absent and added values', { a: 1 }, { b: null }, ['a', 'b']],
    ['a whole value', 'x', undefined, ['']],
    ['keys of prototypes', hostile('{"__proto__":{"a":1},"constructor":1}'), {}, ['__proto__', 'constructor']],
    ['keys that prototypes have', {}, { toString: 1 }, ['toString']],
  ])('%s', (_, before, after, paths) => {
    const found = differencesBetween(before, after);
    expect(found.map(({ path }) => path.join('.'))).toEqual(paths);
    const redone = found.reduce((all, { path, after }) => withValueAt(all, path, after), before);
    const undone = found.reduce((all, { path, before }) => withValueAt(all, path, before), after);
    expect(JSON.stringify(differencesBetween(redone, after))).toBe('[]');
    expect(JSON.stringify(differencesBetween(undone, before))).toBe('[]');
    expect(Object.prototype).not.toHaveProperty('a');
  });

  it('a path that does not exist changes nothing', () => {
    expect(withValueAt({ a: 'x' }, ['a', 'b'], 1)).toEqual({ a: 'x' });
    expect(withValueAt([1], ['3'], 1)).toEqual([1]);
  });
});
