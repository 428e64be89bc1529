import { expect, it } from 'vitest';
import { line, weigh } from './budget.ts';

const weights = [
  { file: 'main.js', raw: 400_000, gzip: 120_000, loadedBy: ['src/main.tsx'] },
  { file: 'shared.js', raw: 200_000, gzip: 70_000, loadedBy: ['src/main.tsx', 'src/player.tsx'] },
  { file: 'player.js', raw: 700_000, gzip: 190_000, loadedBy: ['src/player.tsx'] },
  { file: 'player/page.js', raw: 9000, gzip: 4000, loadedBy: [], viewer: true },
  { file: 'site/page.js', raw: 9000, gzip: 4000, loadedBy: [], viewer: true },
];
const login = (gzip: number, raw: number) => ({ 'until login': { entries: ['src/main.tsx'], gzip, raw } });

it.each([
  { name: 'exactly full', budget: login(190_000, 600_000), complaints: [] },
  {
    name: 'gzip over',
    budget: login(189_999, 600_000),
    complaints: [
      expect.stringContaining(
        '"until login" is 190.0 kB gzip, its budget is 190.0 kB. Largest: main.js 120.0 kB, shared.js 70.0 kB.',
      ),
    ],
  },
  {
    name: 'both over',
    budget: login(100_000, 500_000),
    complaints: [expect.stringContaining('gzip'), expect.stringContaining('600.0 kB raw, its budget is 500.0 kB')],
  },
  {
    name: 'everything counts without entries',
    budget: { whole: { gzip: 379_999, raw: 2_000_000 } },
    complaints: [expect.stringContaining('"whole" is 380.0 kB gzip')],
  },
  {
    name: 'what a viewer loads',
    budget: { page: { files: ['player/page.js'], gzip: 3999, raw: 9000 } },
    complaints: [expect.stringContaining('"page" is 4.0 kB gzip')],
  },
])('$name', ({ budget, complaints }) =>
  expect(weigh(budget, weights).flatMap((sum) => sum.complaints)).toEqual(complaints),
);

it('prints one line per bundle', () =>
  expect(weigh(login(1, 1), weights).map(line)).toEqual(['until login      190.0 kB gzip    600.0 kB raw']));
