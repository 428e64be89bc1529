import { expect, it } from 'vitest';
import type { SendingStatus } from '../verdict/verdictTypes.ts';
import type { Egresses } from './channel.ts';
import {
  backupOf,
  isBackup,
  outputIdsOf,
  outputName,
  publicationIdOf,
  roleOf,
  type SendingOutputs,
  sendingOutputs,
} from './publicationOutputs.ts';

const egress = (name: string, backup?: string) => ({ service: 'youtube', name, ...(backup ? { backup } : {}) });

it('two processes that belong together are one publication', () => {
  const pair: Egresses = { a: egress('News', 'b'), b: egress('News (Backup)'), c: egress('Other') };
  expect(outputIdsOf(pair, 'a')).toEqual(['a', 'b']);
  expect(['a', 'b', 'c'].map((id) => publicationIdOf(pair, id))).toEqual(['a', 'a', 'c']);
  expect(['a', 'b', 'c'].map((id) => roleOf(pair, id))).toEqual(['primary', 'backup', null]);
  expect(['a', 'b', 'c'].map((id) => outputName(pair, id))).toEqual(['News (Primary)', 'News (Backup)', 'Other']);
});

it('a second output whose process is gone is still known', () => {
  const left: Egresses = { a: egress('News', 'b') };
  expect(backupOf(left, 'a')).toBe('b');
  expect(outputIdsOf(left, 'a')).toEqual(['a']);
});

// Foreign metadata may contain anything, but each process must stay in exactly one row.
it.each<[string, Egresses, string[]]>([
  ['itself', { a: egress('A', 'a') }, ['a']],
  ['each other', { a: egress('A', 'b'), b: egress('B', 'a') }, ['a', 'b']],
  ['a publication that has a backup itself', { a: egress('A', 'b'), b: egress('B', 'c'), c: egress('C') }, ['a', 'b']],
  ['the same process twice', { a: egress('A', 'c'), b: egress('B', 'c'), c: egress('C') }, ['a', 'b']],
])('every process has exactly one row if backups name %s', (_, egresses, rows) => {
  expect(Object.keys(egresses).filter((id) => !isBackup(egresses, id))).toEqual(rows);
  const shown = rows.flatMap((id) => outputIdsOf(egresses, id));
  expect(shown.toSorted()).toEqual(Object.keys(egresses).toSorted());
});

it.each<[SendingStatus, SendingStatus | null, SendingOutputs]>([
  ['live', 'live', { status: 'live', lacks: null }],
  ['live', 'failing', { status: 'live', lacks: 'backup' }],
  ['failing', 'live', { status: 'live', lacks: 'primary' }],
  ['live', null, { status: 'live', lacks: 'backup' }],
  ['live', 'off', { status: 'live', lacks: 'backup' }],
  ['live', 'stalled', { status: 'live', lacks: 'backup' }],
  ['live', 'starting', { status: 'live', lacks: null }],
  ['live', 'waiting', { status: 'live', lacks: null }],
  ['live', 'unknown', { status: 'live', lacks: null }],
  ['failing', 'failing', { status: 'failing', lacks: null }],
  ['failing', 'starting', { status: 'failing', lacks: null }],
  ['starting', 'failing', { status: 'failing', lacks: null }],
  ['waiting', 'waiting', { status: 'waiting', lacks: null }],
  ['off', 'off', { status: 'off', lacks: null }],
  ['off', null, { status: 'off', lacks: null }],
])('a first output that is %s and a second that is %s result in %j', (first, second, expected) =>
  expect(sendingOutputs(first, second)).toEqual(expected),
);
