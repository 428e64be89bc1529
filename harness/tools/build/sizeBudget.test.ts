import { expect, it } from 'vitest';
import { Budget, line, weigh } from './sizeBudget.ts';

const weights = [
  { file: 'main.js', raw: 400_000, gzip: 120_000, loadedBy: ['src/main.tsx'] },
  { file: 'shared.js', raw: 200_000, gzip: 70_000, loadedBy: ['src/main.tsx', 'src/player.tsx'] },
  { file: 'player.js', raw: 700_000, gzip: 190_000, loadedBy: ['src/player.tsx'] },
  { file: 'player/page.js', raw: 9000, gzip: 4000, loadedBy: [], viewer: true },
  { file: 'site/page.js', raw: 9000, gzip: 4000, loadedBy: [], viewer: true },
];
const raise = 'nobody';
const login = (gzip: number, raw: number) => ({ 'until login': { entries: ['src/main.tsx'], gzip, raw, raise } });

it.each([
  { name: 'usage equal to the limit', budget: login(190_000, 600_000), complaints: [] },
  {
    name: 'gzip over the limit',
    budget: login(189_999, 600_000),
    complaints: [
      expect.stringContaining(
        '"until login" is 190.0 kB gzip, its budget is 190.0 kB. Largest: main.js 120.0 kB, shared.js 70.0 kB.',
      ),
    ],
  },
  {
    name: 'both sizes over the limit',
    budget: login(100_000, 500_000),
    complaints: [expect.stringContaining('gzip'), expect.stringContaining('600.0 kB raw, its budget is 500.0 kB')],
  },
  {
    name: 'everything counts without entry files',
    budget: { whole: { gzip: 379_999, raw: 2_000_000, raise } },
    complaints: [expect.stringContaining('"whole" is 380.0 kB gzip')],
  },
  {
    name: 'only files after the first load',
    budget: { player: { entries: ['src/player.tsx'], after: ['src/main.tsx'], gzip: 189_999, raw: 700_000, raise } },
    complaints: [expect.stringContaining('"player" is 190.0 kB gzip')],
  },
  {
    name: 'too many files',
    budget: { 'until login': { ...login(190_000, 600_000)['until login'], requests: 1 } },
    complaints: [
      '"until login" is 2 files, its budget is 1. Make it smaller, or raise the number in size-budget.json in the same commit and say why (nobody).',
    ],
  },
  {
    name: 'the maximum number of files',
    budget: { 'until login': { ...login(190_000, 600_000)['until login'], requests: 2 } },
    complaints: [],
  },
  {
    name: 'files that a viewer loads',
    budget: { page: { files: ['player/page.js'], gzip: 3999, raw: 9000, raise } },
    complaints: [expect.stringContaining('"page" is 4.0 kB gzip')],
  },
])('the check of a size budget: $name', ({ budget, complaints }) =>
  expect(weigh(budget, weights).flatMap((sum) => sum.complaints)).toEqual(complaints),
);

it('the report has one line per bundle', () =>
  expect(weigh(login(1, 1), weights).map(line)).toEqual(['until login      190.0 kB gzip    600.0 kB raw    2 files']));

it.each([
  ['says who may raise it', { gzip: 1, raw: 1, raise: 'whoever adds a screen' }, true],
  ['does not say who', { gzip: 1, raw: 1 }, false],
  ['has a misspelt limit', { gzip: 1, raw: 1, raise, request: 1 }, false],
])('a budget that %s is checked', (_, limit, ok) => expect(Budget.safeParse({ whole: limit }).success).toBe(ok));
