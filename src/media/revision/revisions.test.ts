import { describe, expect, it } from 'vitest';
import { limit } from '../../../server/util/limits.ts';
import { randomFrom } from '../../testing/randomFrom.ts';
import {
  entriesBefore,
  markOf,
  overtakenIn,
  parseRevisions,
  type Revision,
  type Revisions,
  storeRevisions,
} from './revisions.ts';

const PROCESS = 'process:p';
const revision = (at: number, entries: Revision['entries'], lostFiles: string[] = []): Revision => ({
  ...{ at, by: 'ann', entries, lostFiles },
});
const process = (name: string, extra = '') => ({ config: { id: 'p', extra }, metadata: { m: { version: 1, name } } });

/** As metadata of a core: as JSON. */
const stored = (revisions: Revisions): unknown => JSON.parse(JSON.stringify(storeRevisions(revisions)));
const listIn = (raw: unknown) => {
  const parsed = parseRevisions(raw);
  return parsed === 'newer' ? [] : parsed.list;
};

describe('stored revisions', () => {
  it('are read as they were written, with the older ones as differences', () => {
    const long = 'x'.repeat(2000);
    const list = [
      revision(4, { [PROCESS]: { before: process('d', long), after: 'm4' } }, ['/logo.png']),
      revision(3, { [PROCESS]: { before: undefined, after: 'm3' }, 'setting:s': { before: ['a'], after: 'm3' } }),
      revision(2, { [PROCESS]: { before: process('b', long), after: 'm2' } }),
      revision(1, { [PROCESS]: { before: process('a', long), after: 'm1' } }),
    ];
    const raw = stored({ list, deleted: null });
    expect(listIn(raw)).toEqual(list);
    expect(JSON.stringify(raw).length).toBeLessThan(2 * 2000 + 1000);
  });

  it.each<[title: string, raw: unknown]>([
    ['nothing', undefined],
    ['a text', 'revisions'],
    ['a list', []],
    ['another format', { revisions: [{}] }],
    ['no version', { revisions: [] }],
    [
      'a change at no path',
      { version: 1, revisions: [{ at: 1, by: '', entries: { p: { after: '', changes: [{}] } } }] },
    ],
    ['entries that are a list', { version: 1, revisions: [{ at: 1, by: '', entries: [1] }] }],
  ])('that are unreadable count as none: %s', (_, raw) => {
    expect(parseRevisions(raw)).toEqual({ list: [], deleted: null });
  });

  it('of a newer version are told apart, so that they stay', () => {
    expect(parseRevisions({ version: 2, revisions: [] })).toBe('newer');
  });

  it('keep hostile names as they are, and change no prototype', () => {
    const raw = JSON.parse(
      '{"version":1,"deleted":null,"revisions":[{"at":1,"by":"<b>","lostFiles":[],"entries":{"__proto__":{"after":"","before":1},"setting:__proto__":{"after":"","before":{"__proto__":{"polluted":1}}}}}]}',
    );
    const [first] = listIn(raw);
    expect(Object.keys(first?.entries ?? {})).toEqual(['setting:__proto__']);
    expect(Object.prototype).not.toHaveProperty('polluted');
    const before = entriesBefore(first ? [first] : [], 0)['setting:__proto__'];
    expect(JSON.stringify(before)).toBe('{"__proto__":{"polluted":1}}');
  });

  it('with differences to a value that is missing are no error', () => {
    const entries = { [PROCESS]: { after: '', changes: [{ path: ['a', 'b'], before: 1 }] } };
    const [first] = listIn({ version: 1, deleted: null, revisions: [{ at: 1, by: '', entries }] });
    expect(first?.entries[PROCESS]?.before).toBeUndefined();
  });

  it('stay within their limits over 1000 saves, and the newest stay', () => {
    const random = randomFrom(1);
    let revisions: Revisions = { list: [], deleted: null };
    for (let at = 1; at <= 1000; at += 1) {
      const id = `process:${Math.floor(random() * 20)}`;
      const before = process(`n${at}`, 'x'.repeat(Math.floor(random() * 4000)));
      const body = storeRevisions({
        ...revisions,
        list: [revision(at, { [id]: { before, after: '' } }), ...revisions.list],
      });
      expect(JSON.stringify(body).length).toBeLessThanOrEqual(limit('revisionsOfChannel'));
      const parsed = parseRevisions(JSON.parse(JSON.stringify(body)));
      if (parsed === 'newer') throw new Error('newer');
      expect(parsed.list[0]).toEqual(revision(at, { [id]: { before, after: '' } }));
      expect(parsed.list.map(({ at }) => at)).toEqual(parsed.list.map((_, i) => at - i));
      expect(parsed.list.length).toBeLessThanOrEqual(limit('revisions'));
      revisions = parsed;
    }
    expect(revisions.list.length).toBeGreaterThan(10);
  });

  it('are refused if even the newest one is too large', () => {
    const huge = revision(1, { [PROCESS]: { before: 'x'.repeat(limit('revision')), after: '' } });
    expect(storeRevisions({ list: [huge], deleted: null })).toBeNull();
  });
});

describe('the entries before a revision', () => {
  const list = [
    revision(3, { a: { before: 'a2', after: markOf('a3') } }),
    revision(2, { b: { before: undefined, after: markOf('b1') } }),
    revision(1, { a: { before: 'a1', after: markOf('a2') } }),
  ];

  it.each([
    [0, { a: 'a2' }],
    [1, { a: 'a2', b: undefined }],
    [2, { a: 'a1', b: undefined }],
  ])('at %d are the oldest values since then', (index, expected) => {
    expect(entriesBefore(list, index)).toEqual(expected);
  });

  it.each(['start', 'stop'])('before a deletion keep the order "%s" that only the deletion has recorded', (order) => {
    const deletion = revision(3, { [PROCESS]: { before: { ...process('b'), order }, after: '' } });
    const change = revision(2, { [PROCESS]: { before: process('a'), after: markOf(process('b')) } });
    const creation = revision(1, { [PROCESS]: { before: undefined, after: markOf(process('a')) } });
    const found = (index: number) => entriesBefore([deletion, change, creation], index)[PROCESS];
    expect([found(0), found(1), found(2)]).toEqual([{ ...process('b'), order }, { ...process('a'), order }, undefined]);
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['nobody changed', { a: 'a3', b: 'b1' }, []],
    ['another program changed', { a: 'a4', b: 'b1' }, ['a']],
    ['another program removed', { a: 'a3' }, ['b']],
  ])('report what %s since', (_, now, expected) => {
    expect(overtakenIn(list, now)).toEqual(expected);
  });
});

it.each<[title: string, a: unknown, b: unknown, same: boolean]>([
  ['the order of keys', { a: 1, b: { c: 1, d: 2 } }, { b: { d: 2, c: 1 }, a: 1 }, true],
  ['an undefined value', { a: undefined }, {}, true],
  ['whether a process runs', { config: {}, order: 'start' }, { config: {}, order: 'stop' }, true],
  ['the order of a list', [1, 2], [2, 1], false],
  ['a value', { a: 1 }, { a: 2 }, false],
])('marks of a value depend on its content: %s', (_, a, b, same) => {
  expect(markOf(a) === markOf(b)).toBe(same);
});
